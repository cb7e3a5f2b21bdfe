import { readNamedFile } from "#main/files/named-file.ts";
import type { CertificateView, DisconnectOutcome } from "#shared/contract/sign-in.ts";
import { ok, type Result } from "#shared/kernel/result.ts";
import type { Failure } from "#shared/model/failure.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, exitOf, textOption } from "./command.ts";

const CERTIFICATE_BYTES_MAX = 1024 * 1024;

const connectionDisconnect: Command = {
  noun: "connection",
  verb: "disconnect",
  summary: "ends a client's sign-in at the ledger and deletes its tokens; the mirror stays",
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => end(run, false),
};

const connectionRemove: Command = {
  noun: "connection",
  verb: "remove",
  summary: "as disconnect, and takes the connection from the client",
  options: { client: "text" },
  required: ["client"],
  sends: true,
  run: (run) => end(run, true),
};

async function end({ core, options, output }: CommandRun, forget: boolean): Promise<ExitStatus> {
  const reply = await core.runtime.route("connections.disconnect", { clientId: textOption(options, "client"), forget });
  if (!reply.ok) {
    output.failure(reply.failure);
    return exitOf(reply.failure);
  }
  const { revoked, words } = reply.value as DisconnectOutcome;
  output.result({ revoked, mirror: "kept", connection: forget ? "removed" : "ended" }, words);
  return revoked === "unreachable" ? EXIT.partly : EXIT.done;
}

const certificateMake: Command = {
  noun: "certificate",
  verb: "make",
  summary: "makes a key in the keychain and a certificate for it, and prints the public part",
  options: { name: "text", algorithm: "text", until: "text" },
  required: ["name"],
  run: async (run) => {
    const { options } = run;
    const algorithm = textOption(options, "algorithm");
    const until = textOption(options, "until");
    return show(run, "certificates.make", {
      name: textOption(options, "name"),
      ...(algorithm === undefined ? {} : { algorithm }),
      ...(until === undefined ? {} : { until }),
    });
  },
};

const certificateImport: Command = {
  noun: "certificate",
  verb: "import",
  summary: "takes a private key and its certificate (PEM files) into the keychain",
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
      name: textOption(run.options, "name"),
      privateKey: privateKey.value,
      certificate: certificate.value,
    });
  },
};

const certificateList: Command = {
  noun: "certificate",
  verb: "list",
  summary: "lists the keys of this machine with the public part and when each ends",
  options: {},
  required: [],
  run: async ({ core, output }) => {
    const reply = await core.runtime.route("certificates.list", {});
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    const rows = reply.value as CertificateView[];
    output.rows(rows, [
      { title: "key", width: 36, of: (row) => String(row.keyId) },
      { title: "name", width: 24, of: (row) => String(row.name) },
      { title: "signs with", width: 10, of: (row) => String(row.algorithm) },
      { title: "ends", width: 24, of: (row) => String(row.notAfter) },
      { title: "days left", width: 9, right: true, of: (row) => String(row.daysLeft) },
    ]);
    output.endRows(rows.length);
    return EXIT.done;
  },
};

const certificateForget: Command = {
  noun: "certificate",
  verb: "forget",
  summary: "deletes a key that no connection uses",
  options: { key: "text" },
  required: ["key"],
  run: async ({ core, options, output }) => {
    const reply = await core.runtime.route("certificates.forget", { keyId: textOption(options, "key") });
    if (!reply.ok) {
      output.failure(reply.failure);
      return exitOf(reply.failure);
    }
    output.result({ forgotten: true }, ["The key is deleted. Withdraw its certificate at the ledger, too."]);
    return EXIT.done;
  },
};

export const signInCommands: readonly Command[] = [
  connectionDisconnect,
  connectionRemove,
  certificateMake,
  certificateImport,
  certificateList,
  certificateForget,
];

async function show(
  { core, output }: CommandRun,
  method: "certificates.make" | "certificates.import",
  input: unknown,
): Promise<ExitStatus> {
  const reply = await core.runtime.route(method, input);
  if (!reply.ok) {
    output.failure(reply.failure);
    return exitOf(reply.failure);
  }
  const view = reply.value as CertificateView;
  output.result(view, [
    `Key ${view.keyId} signs with ${view.algorithm} until ${view.notAfter}. Upload this certificate at the ledger:`,
    ...view.certificate.trimEnd().split("\n"),
    ...(view.warning === null ? [] : [view.warning]),
  ]);
  return EXIT.done;
}

function fileText({ options }: CommandRun, option: string): Result<string, Failure> {
  const read = readNamedFile(textOption(options, option) as string, option, CERTIFICATE_BYTES_MAX);
  return read.ok ? ok(read.value.toString("utf8")) : read;
}
