const WORDS: Readonly<Record<string, string>> = {
  "party.id": "contact",
  issueDate: "date",
  dueDate: "due date",
  exchangeRate: "exchange rate",
  entityId: "entity",
  accountId: "bank account",
  totalAccountId: "account that the total posts to",
  allocations: "amounts applied",
  fromId: "credit",
  seenHash: "version",
  id: "transaction",
  record: "transaction",
};

const LINE_WORDS: Readonly<Record<string, string>> = {
  accountId: "account or item",
  kind: "account or item",
  unitAmount: "price",
  net: "amount",
  taxCode: "tax code",
  billable: "billable customer",
};

/**
 * The form field that a check's or failure's field refers to, without its path
 * (`operations[0].changes.lines[1].net.amount` is `lines[1].net`).
 */
export function formField(field: string): string {
  const bare = field.replace(/^operations(?:\[\d+\]|\.\d+)\.?/, "").replace(/^(?:document|changes|payment)\./, "");
  const indexed = bare.replaceAll(/\.(\d+)(?=\.|$)/g, "[$1]");
  return indexed
    .replace(/^party$/, "party.id")
    .replace(/^(lines\[\d+\])\.itemId$/, "$1.accountId")
    .replace(/^(lines\[\d+\])\.(net|unitAmount)\..*$/, "$1.$2")
    .replace(/^(lines\[\d+\])\.tax.*$/, "$1.taxCode")
    .replace(/^(lines\[\d+\])\.dimensions.*$/, "$1.dimensions")
    .replace(/^(allocations\[\d+\]).*$/, "$1.amount");
}

/** A field of a ledger update as the forms name it: `lines[1].net.amount` is `line 2, amount`. */
export function writeFieldLabel(field: string): string {
  const [, taxed] = /^(.*\blines(?:\[\d+\]|\.\d+))\.tax\.amount/.exec(field) ?? [];
  if (taxed !== undefined) return `${writeFieldLabel(taxed)}, tax amount`;
  const name = formField(field).replace(/^(total|tax)\..*$/, "$1");
  const line = /^lines\[(\d+)\](?:\.(\w+))?/.exec(name);
  if (line !== null) {
    const [, place, part] = line;
    const words = `line ${Number(place) + 1}`;
    return part === undefined ? words : `${words}, ${LINE_WORDS[part] ?? part}`;
  }
  const allocation = /^allocations\[(\d+)\]/.exec(name);
  if (allocation !== null) return `transaction ${Number(allocation[1]) + 1}, amount to apply`;
  return WORDS[name] ?? name;
}
