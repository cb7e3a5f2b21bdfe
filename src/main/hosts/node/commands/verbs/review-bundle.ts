import { resolve } from "node:path";
import type { ReviewDifference, ReviewPreview } from "#shared/contract/close/review-bundle.ts";
import { counted, minuteName, withDays } from "#shared/kernel/readable.ts";
import { ask } from "../asking.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, listOption, textOption } from "../command.ts";

type Row = Readonly<Record<string, unknown>>;
type Side = { readonly text: string; readonly person: string; readonly at: string } | null;

const sideText = (side: unknown) => {
  const { text, person, at } = (side as Side) ?? { text: "-", person: "", at: "" };
  return person === "" ? withDays(text) : `${withDays(text)} (${person}, ${minuteName(at)})`;
};

/**
 * Reviews in one encrypted file. The passphrase comes from an environment variable, because arguments end up in the
 * shell's history and the list of processes.
 */
export const reviewBundleCommands: readonly Command[] = [
  {
    noun: "review",
    verb: "export",
    summary: "Export the work on clients, such as notes, sign-offs and bank statements, to an encrypted review bundle",
    asks: ["review.export"],
    options: { out: "text", "passphrase-env": "text", client: "list" },
    required: ["out", "passphrase-env"],
    help: {
      out: "File to write",
      client: "Client ID; may be repeated. The default is all connected clients",
    },
    run: (run) =>
      withPassphrase(run, (passphrase) => {
        const clientIds = listOption(run.options, "client");
        const path = resolve(textOption(run.options, "out") as string);
        const asked = { path, passphrase, ...(clientIds.length === 0 ? {} : { clientIds }) };
        return ask(run, "review.export", asked, (row) => [
          `Exported to ${String(row.path)}: ${counted(Number(row.notes), "note")}, ${counted(Number(row.tasks), "task")} and ${counted(Number(row.decisions), "decision")}, such as explanations and sign-offs, for ${counted(Number(row.clients), "client")}.`,
          `SHA-256 ${String(row.sha256)}`,
        ]);
      }),
  },
  {
    noun: "review",
    verb: "import",
    summary: "Show what a review bundle would change, or import the bundle with --yes",
    asks: ["review.preview", "review.import"],
    options: { file: "text", "passphrase-env": "text", yes: "flag", theirs: "list" },
    required: ["file", "passphrase-env"],
    help: {
      file: "Review bundle",
      yes: "Import the bundle",
      theirs: "Key of a conflict where you want the bundle's version; may be repeated. To see the keys, run the command without --yes",
    },
    run: (run) =>
      withPassphrase(run, (passphrase) => {
        const sealed = { path: resolve(textOption(run.options, "file") as string), passphrase };
        if (run.options.yes !== true) return ask(run, "review.preview", sealed, (row) => previewLines(row as unknown as ReviewPreview));
        return ask(run, "review.import", { ...sealed, theirs: listOption(run.options, "theirs") }, (row) => [
          `Imported ${counted(Number(row.taken), "change")}. ${counted(Number(row.conflicts), "conflict")} to resolve.`,
          ...unknownLines(row),
        ]);
      }),
  },
];

async function withPassphrase(run: CommandRun, act: (passphrase: string) => Promise<ExitStatus>): Promise<ExitStatus> {
  const variable = textOption(run.options, "passphrase-env") as string;
  const passphrase = process.env[variable];
  if (passphrase !== undefined && passphrase !== "") return act(passphrase);
  run.output.failure({
    code: "secret_missing",
    message: `The environment variable ${variable} isn't set or is empty.`,
    field: "passphrase-env",
    next: "Set it to the passphrase and run the command again.",
  });
  return EXIT.usage;
}

function previewLines({ madeBy, madeAt, differences, same, unknownClients }: ReviewPreview): string[] {
  return [
    `Exported by ${madeBy}, ${minuteName(madeAt)}. ${counted(differences.length, "difference")}, ${same} identical. Nothing was imported.${differences.length === 0 ? "" : " Add --yes to import."}`,
    ...differences.flatMap((difference) => differenceLines(difference)),
    ...unknownLines({ unknownClients }),
  ];
}

function differenceLines({ key, client, kind, subject, state, ours, theirs }: ReviewDifference): string[] {
  return [
    `${state.padEnd(10)} ${client}: ${kind} on ${subject}`,
    ...(ours === null ? [] : [`    here:   ${sideText(ours)}`]),
    `    bundle: ${sideText(theirs)}`,
    ...(state === "conflict" ? [`    to keep the bundle's version: --theirs ${key}`] : []),
  ];
}

function unknownLines(row: Row): string[] {
  const names = row.unknownClients as readonly string[];
  return names.length === 0 ? [] : [`Clients left out because their books aren't connected on this computer: ${names.join(", ")}.`];
}
