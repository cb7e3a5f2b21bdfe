import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { type Random, randomInt, seededRandom } from "#shared/kernel/random.ts";

export const PAGE_SIZE = 1_000;
export const CONTACTS = 500;
export const FIRST_CHANGE_MS = Date.UTC(2024, 0, 1);

// Raised when the generator changes, so that pages of an older one are not read again.
const VERSION = 3;
const SEED = 41_021;
const CHANGE_STEP_MS = 7_000;
/** Below the checkout, wherever a built copy of this file is. */
export const CACHE: string = join(dirname(findPackageJSON(import.meta.url) as string), "node_modules", ".cache", "tieout-bench");

/** Gzip bodies of invoice pages, a thousand records each, in the order in which the ledger sends them. */
export type Pages = readonly Uint8Array[];

/** Which records of a page carry an edit: their reference differs, everything else is the same. */
export type Edited = (record: number) => boolean;

const variants = {
  original: () => false,
  changed: () => true,
  onePercent: (record: number) => record % 100 === 37,
} as const satisfies Readonly<Record<string, Edited>>;
export type Variant = keyof typeof variants;

/**
 * Pages of sales invoices in Ledger A's shape: about 2.7 kB and three lines a record, numerals with
 * trailing zeros, one record in a hundred with text outside Latin-1. Made once from a fixed seed and
 * kept below node_modules.
 */
export function ledgerAPages(documents: number, variant: Variant = "original"): Pages {
  const folder = folderOf(documents, variant);
  if (!existsSync(folder)) makePages(folder, documents, variants[variant]);
  return Array.from({ length: documents / PAGE_SIZE }, (_, page) => readFileSync(pageFile(folder, page)));
}

/** Where such pages are kept. */
export const folderOf = (documents: number, variant: Variant = "original") => join(CACHE, `a-${VERSION}-${documents}-${variant}`);
const pageFile = (folder: string, page: number) => join(folder, `${page}.json.gz`);

/** Pages that were made before, each read from the disk when it is asked for: what a ledger has isn't in the memory of who reads it. */
export function* storedPages(folder: string, documents: number): Generator<Uint8Array> {
  for (let page = 0; page < documents / PAGE_SIZE; page++) yield readFileSync(pageFile(folder, page));
}

/** The answer after the last page: no records. */
export const EMPTY_PAGE: Uint8Array = gzipSync(envelope(0, []));

function makePages(folder: string, documents: number, edited: Edited): void {
  const making = `${folder}.${process.pid}`;
  mkdirSync(making, { recursive: true });
  const random = seededRandom(SEED);
  for (let page = 0; page < documents / PAGE_SIZE; page++) {
    const first = page * PAGE_SIZE;
    const records = Array.from({ length: PAGE_SIZE }, (_, at) => invoice(random, first + at, edited(first + at)));
    writeFileSync(pageFile(making, page), gzipSync(envelope(documents, records), { level: 6 }));
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(making, folder);
}

function envelope(documents: number, records: readonly string[]): string {
  const pages = Math.ceil(documents / PAGE_SIZE);
  return `{"Id":"7c1f6c0e-6a55-4a5e-8f0f-2f6a5f2f9a11","Status":"OK","pagination":{"page":1,"pageSize":${PAGE_SIZE},"pageCount":${pages},"itemCount":${documents}},"Invoices":[${records.join(",")}]}`;
}

function invoice(random: Random, record: number, isEdited: boolean): string {
  const contact = record % CONTACTS;
  const issued = new Date(FIRST_CHANGE_MS + randomInt(random, 0, 700) * 86_400_000);
  const due = new Date(issued.getTime() + 30 * 86_400_000);
  const lines = Array.from({ length: randomInt(random, 2, 4) }, (_, at) => line(random, record, at));
  const net = lines.reduce((sum, each) => sum + each.cents, 0);
  const tax = lines.reduce((sum, each) => sum + each.taxCents, 0);
  const isPaid = random() < 0.9;
  const total = money(net + tax);
  const name = record % 100 === 11 ? "株式会社 東京製作所 Łódź – Δέλτα" : `Customer ${contact} Trading Company Limited`;
  const payment = isPaid
    ? `{"PaymentID":"${uuid(random)}","Date":"/Date(${due.getTime()}+0000)/","Amount":${total},"Reference":"Bank receipt ${record}","CurrencyRate":1.000000,"HasAccount":true,"HasValidationErrors":false}`
    : "";
  return `{"Type":"ACCREC","InvoiceID":"${uuid(random)}","InvoiceNumber":"INV-${String(record).padStart(6, "0")}","Reference":"PO ${record % 9_973}${isEdited ? " rev" : ""}","Payments":[${payment}],"CreditNotes":[],"Prepayments":[],"Overpayments":[],"AmountDue":${isPaid ? "0.00" : total},"AmountPaid":${isPaid ? total : "0.00"},"AmountCredited":0.00,"SentToContact":true,"CurrencyRate":1.000000,"IsDiscounted":false,"HasAttachments":false,"HasErrors":false,"InvoicePaymentServices":[],"Contact":{"ContactID":"${contactId(contact)}","Name":"${name}","Addresses":[],"Phones":[],"ContactGroups":[],"ContactPersons":[],"HasValidationErrors":false},"DateString":"${iso(issued)}","Date":"/Date(${issued.getTime()}+0000)/","DueDateString":"${iso(due)}","DueDate":"/Date(${due.getTime()}+0000)/","BrandingThemeID":"dabc7637-62c1-4941-8a6e-ee44fa5090e7","Status":"${isPaid ? "PAID" : "AUTHORISED"}","LineAmountTypes":"Exclusive","LineItems":[${lines.map((each) => each.text).join(",")}],"SubTotal":${money(net)},"TotalTax":${money(tax)},"Total":${total},"UpdatedDateUTC":"/Date(${FIRST_CHANGE_MS + record * CHANGE_STEP_MS}+0000)/","CurrencyCode":"GBP"${isPaid ? `,"FullyPaidOnDate":"/Date(${due.getTime()}+0000)/"` : ""}}`;
}

function line(random: Random, record: number, at: number): { readonly text: string; readonly cents: number; readonly taxCents: number } {
  const quantity = randomInt(random, 1, 20);
  const unit = randomInt(random, 500, 80_000);
  const cents = quantity * unit;
  const taxCents = Math.trunc(cents / 5);
  const region = (record + at) % 7;
  return {
    text: `{"LineItemID":"${uuid(random)}","Description":"Consulting and delivery, work package ${at + 1} of order ${record}, including travel","Quantity":${quantity}.0000,"UnitAmount":${money(unit)},"TaxType":"OUTPUT2","TaxAmount":${money(taxCents)},"LineAmount":${money(cents)},"AccountCode":"${200 + (record % 12)}","AccountID":"${accountId(record % 12)}","ItemCode":"ITEM-${record % 40}","Tracking":[{"Name":"Region","Option":"Region ${region}","TrackingCategoryID":"${TRACKING_ID}","TrackingOptionID":"${optionId(region)}","Options":[]}],"ValidationErrors":[]}`,
    cents,
    taxCents,
  };
}

/** Ids of what the invoices name: mirrored before them. */
export const contactId = (at: number) => fixedUuid(0xc0, at);
export const accountId = (at: number) => fixedUuid(0xac, at);
export const TRACKING_ID = fixedUuid(0x7c, 0);
const optionId = (at: number) => fixedUuid(0x70, at);

function fixedUuid(kind: number, at: number): string {
  const head = ((kind << 20) + at).toString(16).padStart(8, "0");
  return `${head}-4b1d-4f6a-9c3e-${(kind * 1_000_003 + at * 7_919).toString(16).padStart(12, "0")}`;
}

function uuid(random: Random): string {
  const hex = Array.from({ length: 4 }, () =>
    Math.trunc(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0"),
  ).join("");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-9${hex.slice(17, 20)}-${hex.slice(20)}`;
}

function money(cents: number): string {
  return `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
}

function iso(date: Date): string {
  return date.toISOString().slice(0, 19);
}
