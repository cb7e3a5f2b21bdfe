import type { JournalAccount, JournalPosting } from "#main/store/views/read-view.ts";
import type { JournalFormat } from "#shared/contract/reports/open-data.ts";

/** The five roots that both programs know, by the classes of the model. */
const ROOTS: Readonly<Record<string, string>> = {
  asset: "Assets",
  liability: "Liabilities",
  equity: "Equity",
  revenue: "Income",
  expense: "Expenses",
};
const HLEDGER_TYPES: Readonly<Record<string, string>> = { Assets: "A", Liabilities: "L", Equity: "E", Income: "R", Expenses: "X" };
/** Where a posting goes whose account the ledger doesn't name. */
const UNKNOWN = "Equity";

/** How one of the two programs writes a journal. */
export interface JournalWriter {
  head(clientName: string, currencies: readonly string[], firstDate: string): string;
  transaction(postings: readonly JournalPosting[]): string;
}

/** @param accounts of the client, in the order in which they are declared */
export function journalWriter(format: JournalFormat, accounts: readonly JournalAccount[]): JournalWriter {
  const names = accountNames(format, accounts);
  const nameOf = (id: string | null) => names.get(id ?? "") ?? (names.get("") as string);
  return format === "hledger" ? hledger(names, nameOf) : beancount(names, nameOf);
}

type NameOf = (accountId: string | null) => string;

function hledger(names: ReadonlyMap<string, string>, nameOf: NameOf): JournalWriter {
  return {
    head: (clientName) =>
      [
        `; ${oneLine(clientName)}: every general ledger posting in Tieout's local copy. Amounts are in the currency of the books.`,
        "decimal-mark .",
        "",
        ...Object.entries(HLEDGER_TYPES).map(([root, type]) => `account ${root}  ; type: ${type}`),
        ...[...new Set(names.values())].map((name) => `account ${name}`),
        "",
        "",
      ].join("\n"),
    transaction: (postings) => {
      const first = postings[0] as JournalPosting;
      // A semicolon begins a comment, a bar parts the payee from the note, and brackets at the beginning would be a code.
      const words = describe(first)
        .replaceAll(/[;|]/g, ",")
        .replace(/^[(*!\s]+/, "");
      const lines = postings.map(
        ({ accountId, amount, currency, description }) =>
          `    ${nameOf(accountId)}  ${amount} "${commodity(currency)}"${description === null ? "" : `  ; ${hledgerComment(description)}`}`,
      );
      return `${first.date} ${words}  ; id: ${hledgerComment(first.documentId ?? `record ${first.record}`)}\n${lines.join("\n")}\n\n`;
    },
  };
}

function beancount(names: ReadonlyMap<string, string>, nameOf: NameOf): JournalWriter {
  return {
    head: (clientName, currencies, firstDate) =>
      [
        `option "title" ${quoted(clientName)}`,
        ...currencies.map((currency) => `option "operating_currency" "${commodity(currency)}"`),
        // Sums are exact: nothing is to be forgiven.
        'option "inferred_tolerance_multiplier" "0"',
        "",
        ...[...new Set(names.values())].map((name) => `${firstDate} open ${name}`),
        "",
        "",
      ].join("\n"),
    transaction: (postings) => {
      const first = postings[0] as JournalPosting;
      const lines = postings.flatMap(({ accountId, amount, currency, description }) => [
        `  ${nameOf(accountId)}  ${amount} ${commodity(currency)}`,
        ...(description === null ? [] : [`    text: ${quoted(description)}`]),
      ]);
      return `${first.date} * ${quoted(describe(first))}\n  id: ${quoted(first.documentId ?? `record ${first.record}`)}\n${lines.join("\n")}\n\n`;
    },
  };
}

/** What a transaction is, in a line: who and which number. */
function describe({ contact, number, description, documentId, record }: JournalPosting): string {
  const words = [contact, number].filter((part) => part !== null && part !== "").join(" ");
  return oneLine(words === "" ? (description ?? documentId ?? `Record ${record}`) : words);
}

/**
 * A name for each account that both programs take and that is no other account's: root, code and name. The empty id is the
 * account of postings that name none.
 */
function accountNames(format: JournalFormat, accounts: readonly JournalAccount[]): Map<string, string> {
  const names = new Map<string, string>([["", `${UNKNOWN}:No-account`]]);
  const taken = new Set(names.values());
  for (const { id, code, name, class: kind } of accounts) {
    const root = ROOTS[kind ?? ""] ?? UNKNOWN;
    const words = [code, name].filter((part) => part !== null && part !== "").join(" ");
    const own = `${root}:${format === "hledger" ? hledgerName(words) : beancountName(words)}`;
    const unlike = taken.has(own) ? `${own}-${beancountName(id)}` : own;
    taken.add(unlike);
    names.set(id, unlike);
  }
  return names;
}

/** Colons would begin another level, and two spaces end the name. */
function hledgerName(words: string): string {
  const name = oneLine(words)
    .replaceAll(/[:;()[\]|"]/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
  return name === "" ? "Unnamed" : name;
}

/** Letters, digits and hyphens, with a capital or digit first. */
function beancountName(words: string): string {
  const name = words
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name === "" ? "Unnamed" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function commodity(currency: string): string {
  return currency.toUpperCase().replaceAll(/[^A-Z]/g, "");
}

/** Text in a journal is one line: an end of line would begin an entry of its own. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** A colon would make a tag of the word before it, and a date in brackets a date of the posting. */
function hledgerComment(text: string): string {
  return oneLine(text).replaceAll(":", " ").replaceAll(/[[\]]/g, " ");
}

function quoted(text: string): string {
  return `"${oneLine(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
