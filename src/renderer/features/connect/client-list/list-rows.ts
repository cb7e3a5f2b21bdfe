import type { ClientRow } from "#shared/contract/clients/clients.ts";
import type { SignInChoice } from "#shared/contract/connections/sign-in.ts";
import { profileName } from "#shared/model/ledger/ledger-label.ts";
import { t } from "../../../language/t.ts";
import { readDelimited } from "./delimited-text.ts";

/** The result of reading a line of the list. */
export interface ListRow {
  /** Its position among the clients of the list, from 1. */
  readonly no: number;
  readonly name: string;
  /** The profile of the ledger that was typed; null where it matches none. */
  readonly profile: string | null;
  /** The ledger as it was typed. */
  readonly ledger: string;
  readonly tenant: string;
  readonly file: string;
  /** An existing client of this name without a ledger. */
  readonly clientId: string | null;
  /** Why it can't be added. */
  readonly problem: string | null;
}

/** Connection files that were chosen, by name. */
export type OpenedFiles = Readonly<Record<string, string>>;

interface Known {
  readonly clients: readonly ClientRow[];
  readonly choices: readonly SignInChoice[];
  readonly files: OpenedFiles;
}

const COLUMNS = {
  name: ["name", "client", t("client name").toLowerCase()],
  ledger: ["ledger", "profile", "system"],
  tenant: ["tenant", t("company ID").toLowerCase(), "account", "organisation", "organization"],
  file: ["file", t("connection file").toLowerCase(), "connection"],
} as const;
type Column = keyof typeof COLUMNS;
const IN_ORDER: readonly Column[] = ["name", "ledger", "tenant", "file"];

/** Reads a list of clients. The first line may name the columns; by default they are name, ledger, company ID and connection file. */
export function readList(text: string, known: Known): readonly ListRow[] {
  const [first, ...rest] = readDelimited(text);
  if (first === undefined) return [];
  const named = headerOf(first);
  const columns = named ?? IN_ORDER;
  const seen = new Set<string>();
  return (named === null ? [first, ...rest] : rest).map((cells, index) => {
    const cell = (column: Column) => cells[columns.indexOf(column)] ?? "";
    const row = { no: index + 1, name: cell("name"), ledger: cell("ledger"), tenant: cell("tenant"), file: cell("file") };
    const client = known.clients.find((candidate) => sameText(candidate.name, row.name));
    const profile = profileOf(row.ledger, known.choices);
    const problem = problemOf(row, profile, client, seen, known);
    seen.add(row.name.toLowerCase());
    return { ...row, profile, clientId: client?.clientId ?? null, problem };
  });
}

/** The columns that the first line names; null where it is already a client. */
function headerOf(cells: readonly string[]): readonly (Column | null)[] | null {
  const columns = cells.map(
    (cell) => IN_ORDER.find((column) => (COLUMNS[column] as readonly string[]).includes(cell.toLowerCase())) ?? null,
  );
  return columns.includes("name") ? columns : null;
}

function profileOf(ledger: string, choices: readonly SignInChoice[]): string | null {
  const namesOf = (choice: SignInChoice) => [choice.profile, choice.label, choice.ledger, profileName(choice)];
  const wanted = choices.filter((choice) => namesOf(choice).some((word) => sameText(word, ledger)));
  // "Ledger A" also names the practice ledger, but a firm's list means its own.
  return (wanted.find((choice) => !choice.practice) ?? wanted[0])?.profile ?? null;
}

function problemOf(
  { name, ledger, file }: Pick<ListRow, "name" | "ledger" | "file">,
  profile: string | null,
  client: ClientRow | undefined,
  seen: ReadonlySet<string>,
  { choices, files }: Known,
): string | null {
  if (name === "") return t("Enter a name.");
  if (seen.has(name.toLowerCase())) return t("This name is already in the list.");
  if (client !== undefined && client.ledger !== null)
    return t("A client with this name already has a connection to {ledger}.", { ledger: client.ledger });
  if (ledger !== "" && profile === null && choices.length === 0)
    return t("There's no ledger named “{ledger}.” No ledgers are available in Tieout, so leave the Ledger column empty.", { ledger });
  if (ledger !== "" && profile === null)
    return t("There's no ledger named “{ledger}.” Use {choices}.", { ledger, choices: ledgerWords(choices) });
  if (file === "") return null;
  const text = files[file];
  if (text === undefined) return t("Use “Choose connection files (advanced)” and choose {file}.", { file });
  return isJson(text) ? null : t("{file} isn't a connection file: it isn't valid JSON.", { file });
}

/** What to type, in short: a firm's list means its own ledgers, by the names that they have everywhere. */
function ledgerWords(choices: readonly SignInChoice[]): string {
  const own = choices.filter(({ practice }) => !practice).map(({ ledger }) => ledger);
  const names = [...new Set(own.length === 0 ? choices.map(profileName) : own)].sort((one, other) => one.localeCompare(other));
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : t("{names} or {last}", { names: names.slice(0, -1).join(", "), last });
}

function sameText(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
