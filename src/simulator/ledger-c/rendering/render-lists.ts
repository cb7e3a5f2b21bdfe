import { addDecimals, type DecimalString, negateDecimal, sumDecimals } from "#shared/kernel/decimal.ts";
import { outstandingOf } from "../../books/postings.ts";
import type { Books, SimAccount, SimItem, SimParty, SimPeriod } from "../../books/types.ts";
import { encodeDay, encodeMoment } from "../encoded-date.ts";
import { plainNumeral } from "../plain-numeral.ts";
import { currencyCodes, currencyId, entityId, segmentsOf } from "../references.ts";
import { type Row, segmentTable } from "../tables.ts";
import { accountTypeOf, itemTypeOf, ledgerTypeOf, TYPE_WORDS } from "../vocabulary.ts";

/** The rows of every table that is not a transaction table. */
export function renderLists(books: Books, secondaryBook: boolean): Record<string, Row[]> {
  const balances = partyBalances(books);
  const standard = (fieldKey: string) => valueRows(books, fieldKey).map((row) => ({ ...row, subsidiary: subsidiaryList(books) }));
  return {
    account: books.accounts.map((account) => accountRow(books, account)),
    customer: partiesOn(books, "customer").map((party) => customerRow(books, party, balances)),
    vendor: partiesOn(books, "vendor").map((party) => vendorRow(books, party, balances)),
    employee: partiesOn(books, "employee").map(employeeRow),
    entity: entityRows(books),
    department: standard("department"),
    classification: standard("class"),
    location: standard("location"),
    subsidiary: subsidiaryRows(books),
    accountingperiod: books.periods.map(periodRow),
    currency: currencyRows(books),
    item: books.items.map((item) => itemRow(books, item)),
    customsegment: segmentsOf(books).map((segment, at) => ({
      id: at + 1,
      internalid: at + 1,
      scriptid: segment.fieldKey,
      name: segment.name,
      label: segment.name,
      recordtype: segmentTable(segment.fieldKey),
      fieldtype: "List/Record",
      isinactive: "F",
      haslines: flag(segment.level !== "header"),
    })),
    accountingbook: [
      { id: 1, name: "Primary Accounting Book", isprimary: "T" },
      ...(secondaryBook ? [{ id: 2, name: "Secondary Book", isprimary: "F" }] : []),
    ],
    ...Object.fromEntries(segmentsOf(books).map((segment) => [segmentTable(segment.fieldKey), valueRows(books, segment.fieldKey)])),
  };
}

/** The names on a party's record: persons have no company name, and some records only an entity id. */
export function partyNames(party: SimParty): { entityid: string; companyname: string | null; altname: string | null; isperson: boolean } {
  const number = Number(party.id) || 0;
  if (number % 13 === 0) return { entityid: party.name, companyname: null, altname: null, isperson: false };
  if (number % 7 === 0) return { entityid: `P-${party.id}`, companyname: null, altname: party.name, isperson: true };
  return { entityid: `E-${party.id}`, companyname: party.name, altname: party.name, isperson: false };
}

/** Parties that have a record on a side; a party that is both has two. */
export function partiesOn(books: Books, side: "customer" | "vendor" | "employee"): SimParty[] {
  return books.parties.filter((party) => party.role === side || (party.role === "both" && side !== "employee"));
}

/** `Parent : Child`, as the ledger shows nested names. */
export function fullName<T extends { readonly id: string; name: string; readonly parentId: string | null }>(
  list: readonly T[],
  entry: T,
): string {
  const parent = list.find((candidate) => candidate.id === entry.parentId && candidate.id !== entry.id);
  return parent ? `${fullName(list, parent)} : ${entry.name}` : entry.name;
}

function accountRow(books: Books, account: SimAccount): Row {
  const name = fullName(books.accounts, account);
  return {
    id: account.id,
    acctnumber: account.code === "" ? null : account.code,
    accountsearchdisplayname: account.name,
    accountsearchdisplaynamecopy: account.name,
    fullname: name,
    displaynamewithhierarchy: name,
    accttype: accountTypeOf(account),
    sspecacct: account.kind === "retained_earnings" ? "RetEarnings" : null,
    parent: account.parentId,
    currency: account.kind === "bank" || account.kind === "credit_card" ? currencyId(books, account.currency) : null,
    subsidiary: subsidiaryList(books),
    isinactive: flag(!account.active),
    eliminate: "F",
    lastmodifieddate: encodeMoment(account.modifiedMs),
  };
}

function partyRow(books: Books, party: SimParty, id: string, balances: ReadonlyMap<string, DecimalString>): Row {
  const names = partyNames(party);
  return {
    id,
    entityid: names.entityid,
    companyname: names.companyname,
    altname: names.altname,
    email: party.email,
    isperson: flag(names.isperson),
    isinactive: flag(!party.active),
    currency: currencyId(books, party.currency),
    balance: plainNumeral(balances.get(id) ?? ("0" as DecimalString)),
    lastmodifieddate: encodeMoment(party.modifiedMs),
  };
}

function customerRow(books: Books, party: SimParty, balances: ReadonlyMap<string, DecimalString>): Row {
  return { ...partyRow(books, party, party.id, balances), vatregnumber: party.taxIdentifier };
}

function vendorRow(books: Books, party: SimParty, balances: ReadonlyMap<string, DecimalString>): Row {
  return { ...partyRow(books, party, entityId(books, party.id, "vendor"), balances), taxidnum: party.taxIdentifier };
}

function employeeRow(party: SimParty): Row {
  const [firstname = "", ...rest] = party.name.split(" ");
  return {
    id: party.id,
    entityid: party.name,
    firstname,
    lastname: rest.join(" ") || null,
    email: party.email,
    isinactive: flag(!party.active),
    lastmodifieddate: encodeMoment(party.modifiedMs),
  };
}

function entityRows(books: Books): Row[] {
  const row = (party: SimParty, id: string, type: string): Row => {
    const names = partyNames(party);
    return { id, type, entityid: names.entityid, altname: names.altname ?? names.entityid, isinactive: flag(!party.active) };
  };
  return [
    ...partiesOn(books, "customer").map((party) => row(party, party.id, "CustJob")),
    ...partiesOn(books, "vendor").map((party) => row(party, entityId(books, party.id, "vendor"), "Vendor")),
    ...partiesOn(books, "employee").map((party) => row(party, party.id, "Employee")),
  ];
}

function partyBalances(books: Books): Map<string, DecimalString> {
  const balances = new Map<string, DecimalString>();
  for (const transaction of books.transactions) {
    if (transaction.partyId === null || transaction.state !== "approved") continue;
    const type = ledgerTypeOf(transaction);
    const open = outstandingOf(books, transaction);
    const id = entityId(books, transaction.partyId, TYPE_WORDS[type].side);
    const signed = type === "CustInvc" || type === "VendBill" ? open : negateDecimal(open);
    balances.set(id, addDecimals(balances.get(id) ?? sumDecimals([]), signed));
  }
  return balances;
}

function valueRows(books: Books, fieldKey: string): Row[] {
  const values = books.dimensions.find((dimension) => dimension.fieldKey === fieldKey)?.values ?? [];
  return values.map((value) => ({
    id: value.id,
    name: value.name,
    fullname: fullName(values, value),
    parent: value.parentId,
    isinactive: flag(!value.active),
  }));
}

function subsidiaryRows(books: Books): Row[] {
  return books.entities.map((entity) => ({
    id: entity.id,
    name: entity.name,
    fullname: fullName(books.entities, entity),
    legalname: entity.name,
    parent: entity.parentId,
    currency: currencyId(books, entity.currency),
    country: books.country,
    iselimination: flag(entity.isElimination),
    isinactive: "F",
  }));
}

function periodRow(period: SimPeriod): Row {
  return {
    id: period.id,
    periodname: period.name,
    startdate: encodeDay(period.start),
    enddate: encodeDay(period.end),
    parent: period.parentId,
    isyear: flag(period.kind === "year"),
    isquarter: flag(period.kind === "quarter"),
    isposting: flag(period.kind === "month" || period.kind === "adjustment"),
    isadjust: flag(period.kind === "adjustment"),
    isinactive: "F",
    closed: flag(period.closed),
    closedondate: period.closed ? encodeDay(period.end) : null,
    alllocked: flag(period.allLocked),
    aplocked: flag(period.apLocked),
    arlocked: flag(period.arLocked),
    allownonglchanges: "F",
    lastmodifieddate: period.modifiedMs === undefined ? encodeDay(period.start) : encodeMoment(period.modifiedMs),
  };
}

function currencyRows(books: Books): Row[] {
  return currencyCodes(books).map((code) => ({
    id: currencyId(books, code),
    name: code,
    symbol: code,
    currencyprecision: code === "JPY" || code === "KRW" || code === "CLP" ? 0 : 2,
    isbasecurrency: flag(code === books.baseCurrency),
    isinactive: "F",
  }));
}

function itemRow(books: Books, item: SimItem): Row {
  return {
    id: item.id,
    itemid: item.code,
    fullname: item.code,
    displayname: item.name,
    itemtype: itemTypeOf(item),
    subtype: item.kind === "inventory" ? null : "Resale",
    incomeaccount: item.incomeAccountId,
    expenseaccount: item.expenseAccountId,
    assetaccount: item.kind === "inventory" ? (books.accounts.find((account) => account.kind === "inventory")?.id ?? null) : null,
    isinactive: flag(!item.active),
    lastmodifieddate: encodeMoment(item.modifiedMs),
  };
}

function subsidiaryList(books: Books): string | null {
  return books.entities.length === 0 ? null : books.entities.map((entity) => entity.id).join(", ");
}

function flag(value: boolean): "T" | "F" {
  return value ? "T" : "F";
}
