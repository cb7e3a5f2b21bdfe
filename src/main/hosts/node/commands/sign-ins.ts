import { readNamedFile } from "#main/files/named-file.ts";
import type { OperationInput } from "#main/operations/collection.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { ask, given, refused, reply } from "./ask.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, textOption } from "./command.ts";

const CERTIFICATE_BYTES_MAX = 1024 * 1024;

const connectionDisconnect: Command = {
  noun: "connection",
  verb: "disconnect",
  summary: "ends a client's sign-in at the ledger and deletes its tokens; the mirror stays",
  asks: ["connections.disconnect"],
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => end(run, false),
};

const connectionRemove: Command = {
  noun: "connection",
  verb: "remove",
  summary: "as disconnect, and takes the connection from the client",
  asks: ["connections.disconnect"],
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => end(run, true),
};

async function end(run: CommandRun, forget: boolean): Promise<ExitStatus> {
  const ended = await reply(run, "connections.disconnect", { clientId: textOption(run.options, "client") as string, forget });
  if (!ended.ok) return refused(run, ended.failure);
  const { revoked, words } = ended.value;
  run.output.result({ revoked, mirror: "kept", connection: forget ? "removed" : "ended" }, words);
  return revoked === "unreachable" ? EXIT.partly : EXIT.done;
}

const certificateMake: Command = {
  noun: "certificate",
  verb: "make",
  summary: "makes a key in the keychain and a certificate for it, and prints the public part",
  asks: ["certificates.make"],
  options: { name: "text", algorithm: "text", until: "text" },
  required: ["name"],
  run: async (run) => {
    const asked = given(run.options, { name: "name", algorithm: "algorithm", until: "until" });
    return show(run, "certificates.make", asked as OperationInput<"certificates.make">);
  },
};

const certificateImport: Command = {
  noun: "certificate",
  verb: "import",
  summary: "takes a private key and its certificate (PEM files) into the keychain",
  asks: ["certificates.import"],
  options: { name: "text", key: "text", certificate: "text" },
  required: ["name", "key", "certificate"],
  run: async (run) => {
    const privateKey = fileText(run, "key");
    if (!privateKey.ok) {
      run.output.failure(privateKey.failure);
      return EXIT.usage;
    }
    const certificate = fileText(run, "certificate");
    if (!certificate.ok) {
      run.output.failure(certificate.failure);
      return EXIT.usage;
    }
    return show(run, "certificates.import", {
      name: textOption(run.options, "name") as string,
      privateKey: privateKey.value,
      certificate: certificate.value,
    });
  },
};

const certificateList: Command = {
  noun: "certificate",
  verb: "list",
  summary: "lists the keys of this machine with the public part and when each ends",
  asks: ["certificates.list"],
  options: {},
  required: [],
  run: (run) =>
    ask(run, "certificates.list", {}, (rows) => {
      run.output.rows(rows, [
        { title: "key", width: 36, of: (row) => String(row.keyId) },
        { title: "name", width: 24, of: (row) => String(row.name) },
        { title: "signs with", width: 10, of: (row) => String(row.algorithm) },
        { title: "ends", width: 24, of: (row) => String(row.notAfter) },
        { title: "days left", width: 9, right: true, of: (row) => String(row.daysLeft) },
      ]);
      run.output.endRows(rows.length);
    }),
};

const certificateForget: Command = {
  noun: "certificate",
  verb: "forget",
  summary: "deletes a key that no connection uses",
  asks: ["certificates.forget"],
  options: { key: "text" },
  required: ["key"],
  run: (run) =>
    ask(run, "certificates.forget", { keyId: textOption(run.options, "key") as string }, () =>
      run.output.result({ forgotten: true }, ["The key is deleted. Withdraw its certificate at the ledger, too."]),
    ),
};

export const signInCommands: readonly Command[] = [
  connectionDisconnect,
  connectionRemove,
  certificateMake,
  certificateImport,
  certificateList,
  certificateForget,
];

function show<M extends "certificates.make" | "certificates.import">(
  run: CommandRun,
  method: M,
  input: OperationInput<M>,
): Promise<ExitStatus> {
  return ask(run, method, input, (view) =>
    run.output.result(view, [
      `Key ${view.keyId} signs with ${view.algorithm} until ${view.notAfter}. Upload this certificate at the ledger:`,
      ...view.certificate.trimEnd().split("\n"),
      ...(view.warning === null ? [] : [view.warning]),
    ]),
  );
}

function fileText({ options }: CommandRun, option: string): Result<string, Failure> {
  const read = readNamedFile(textOption(options, option) as string, option, CERTIFICATE_BYTES_MAX);
  return read.ok ? ok(read.value.toString("utf8")) : read;
}
