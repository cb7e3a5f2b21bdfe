import type { ReviewDifference, ReviewPreview } from "#shared/contract/close/review-bundle.ts";
import { ask } from "../asking.ts";
import { type Command, type CommandRun, EXIT, type ExitStatus, listOption, textOption } from "../command.ts";

type Row = Readonly<Record<string, unknown>>;
type Side = { readonly text: string; readonly person: string; readonly at: string } | null;

const sideWords = (side: unknown) => {
  const { text, person, at } = (side as Side) ?? { text: "-", person: "", at: "" };
  return person === "" ? text : `${text} (${person}, ${at})`;
};

/**
 * Reviews in one encrypted file. The passphrase is read from an environment variable: words of a
 * command stand in the shell's history and in the list of processes.
 */
export const reviewBundleCommands: readonly Command[] = [
  {
    noun: "review",
    verb: "export",
    summary: "writes notes, tasks, explanations and signatures into an encrypted file (passphrase from --passphrase-env)",
    asks: ["review.export"],
    options: { out: "text", "passphrase-env": "text", client: "list" },
    required: ["out", "passphrase-env"],
    run: (run) =>
      withPassphrase(run, (passphrase) => {
        const clientIds = listOption(run.options, "client");
        const asked = { path: textOption(run.options, "out"), passphrase, ...(clientIds.length === 0 ? {} : { clientIds }) };
        return ask(run, "review.export", asked, (row) => [
          `Wrote ${String(row.path)}: ${String(row.notes)} notes, ${String(row.tasks)} tasks, ${String(row.decisions)} decisions of ${String(row.clients)} clients.`,
          `SHA-256 ${String(row.sha256)}`,
        ]);
      }),
  },
  {
    noun: "review",
    verb: "import",
    summary: "shows what a review would change, and with --yes takes it over; --theirs KEY settles a conflict their way",
    asks: ["review.preview", "review.import"],
    options: { file: "text", "passphrase-env": "text", yes: "flag", theirs: "list" },
    required: ["file", "passphrase-env"],
    run: (run) =>
      withPassphrase(run, (passphrase) => {
        const sealed = { path: textOption(run.options, "file"), passphrase };
        if (run.options.yes !== true) return ask(run, "review.preview", sealed, (row) => previewLines(row as unknown as ReviewPreview));
        return ask(run, "review.import", { ...sealed, theirs: listOption(run.options, "theirs") }, (row) => [
          `Took ${String(row.taken)} over; ${String(row.conflicts)} conflicts wait for a choice.`,
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
    message: `The environment has no variable ${variable}.`,
    field: "passphrase-env",
    next: "Set it to the passphrase for this one command.",
  });
  return EXIT.usage;
}

function previewLines({ madeBy, madeAt, differences, same, unknownClients }: ReviewPreview): string[] {
  return [
    `Made by ${madeBy} at ${madeAt}. ${differences.length} differences, ${same} the same. Nothing was taken; --yes takes it.`,
    ...differences.flatMap((difference) => differenceLines(difference)),
    ...unknownLines({ unknownClients }),
  ];
}

function differenceLines({ key, client, kind, subject, state, ours, theirs }: ReviewDifference): string[] {
  return [
    `${state.padEnd(10)} ${client}: ${kind} on ${subject}`,
    ...(ours === null ? [] : [`    ours:   ${sideWords(ours)}`]),
    `    theirs: ${sideWords(theirs)}`,
    ...(state === "conflict" ? [`    to take theirs: --theirs ${key}`] : []),
  ];
}

function unknownLines(row: Row): string[] {
  const names = row.unknownClients as readonly string[];
  return names.length === 0 ? [] : [`Not connected here, so left out: ${names.join(", ")}.`];
}
