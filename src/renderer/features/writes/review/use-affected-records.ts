import { useQueries } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { DocumentType } from "#shared/model/books/document.ts";
import type { WriteJob, WriteOperation } from "#shared/model/ledger/write.ts";
import { call } from "../../../api/client.ts";
import { today } from "../../../api/clock.ts";
import { type LedgerTax, ledgerTaxOf } from "../transactions/entry-tax.ts";
import { useLedgerFacts } from "../use-ledger-facts.ts";
import { documentsOf, type EffectGround, namesWanted } from "./write-changes.ts";

/** Records loaded for one review; a write of hundreds of documents shows only names. */
const LOOKED_UP = 40;

/** The mirrored records and names that operations refer to. */
export function useEffectGround(
  clientId: string,
  operations: readonly WriteOperation[],
  seen: WriteJob["seen"],
): { readonly ground: EffectGround; readonly pending: boolean } {
  const ids = useMemo(() => documentsOf(operations).slice(0, LOOKED_UP), [operations]);
  const wanted = useMemo(() => namesWanted(operations).slice(0, LOOKED_UP), [operations]);
  const { facts } = useLedgerFacts(clientId);
  const views = useQueries({
    queries: ids.map((id) => ({ queryKey: ["documents.show", { clientId, id }], queryFn: () => call("documents.show", { clientId, id }) })),
  });
  const named = useQueries({
    queries: wanted.map(({ kind, id }) => {
      const input = { clientId, kind, text: "", id, limit: 1 } as const;
      return { queryKey: ["choices.find", input], queryFn: () => call("choices.find", input) };
    }),
  });
  const types = [...new Set(operations.flatMap((each) => (each.kind === "create_document" ? [each.document.type] : [])))];
  const taxes = useQueries({
    queries: types.map((type) => ({
      queryKey: ["entries.taxCodes", { clientId, type }],
      queryFn: () => call("entries.taxCodes", { clientId, type }),
    })),
  });
  const taxCodes = new Map(taxes.flatMap(({ data }) => (data ?? []).map((code) => [code.code, code] as const)));
  const { ledgerTax, isAsked } = useLedgerTax(clientId, types);
  const names: Record<string, string> = {};
  for (const { id, name } of facts?.organisation?.entities ?? []) names[id] = name;
  for (const { id, name, values } of facts?.dimensions ?? [])
    for (const value of values) names[`${id}=${value.id}`] = `${name} ${value.name}`;
  for (const { data } of views) Object.assign(names, data?.names);
  for (const { data } of named) for (const { id, name, code } of data ?? []) names[id] = code === null ? name : `${code} ${name}`;
  const documents = new Map(views.flatMap(({ data }) => (data === undefined ? [] : [[data.document.id, data.document] as const])));
  const pending = isAsked || [...views, ...named, ...taxes].some(({ isPending }) => isPending);
  return { ground: { documents, names, seen, taxCodes, ledgerTax }, pending };
}

/** What the ledger works out of the tax of new transactions, by the same answers as the form; all of it until they are there. */
function useLedgerTax(clientId: string, types: readonly DocumentType[]) {
  const [issueDate] = useState(today);
  const refused = useQueries({
    queries: types.map((type) => {
      const input = { clientId, type, issueDate };
      return { queryKey: ["entries.refusedFields", input], queryFn: () => call("entries.refusedFields", input) };
    }),
  });
  const ledgerTax = new Map<DocumentType, LedgerTax>(
    types.map((type, at) => [type, refused[at]?.isPending === true ? "all" : ledgerTaxOf(refused[at]?.data ?? {})]),
  );
  return { ledgerTax, isAsked: refused.some(({ isPending }) => isPending) };
}
