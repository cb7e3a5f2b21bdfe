import type { DocumentListPage, DocumentListRow } from "#shared/contract/books/documents.ts";
import type { AccountRow, PartyList, PartyRow } from "#shared/contract/books/records.ts";
import { queryClient } from "./query-client.ts";

const DOCUMENT_LISTS = ["documents.page", "documents.list"] as const;

/**
 * A transaction as the list that was read last shows it. Panels begin with what the row says and don't wait for the core,
 * which may be busy.
 */
export function listedDocument(clientId: string, id: string): DocumentListRow | undefined {
  let found: DocumentListRow | undefined;
  let foundAt = -1;
  for (const { queryKey, state } of DOCUMENT_LISTS.flatMap((name) => queryClient.getQueryCache().findAll({ queryKey: [name] }))) {
    if ((queryKey[1] as { readonly clientId: string }).clientId !== clientId || state.dataUpdatedAt < foundAt) continue;
    const row = (state.data as DocumentListPage | undefined)?.rows.find((one) => one.id === id);
    if (row === undefined) continue;
    found = row;
    foundAt = state.dataUpdatedAt;
  }
  return found;
}

/** A contact as the list of contacts shows it. */
export function listedParty(clientId: string, id: string): PartyRow | undefined {
  return queryClient.getQueryData<PartyList>(["parties.list", { clientId }])?.rows.find((row) => row.id === id);
}

/** An account as the chart of accounts shows it. */
export function listedAccount(clientId: string, id: string): AccountRow | undefined {
  const rows = queryClient.getQueryData<{ readonly rows: readonly AccountRow[] }>(["accounts.list", { clientId }])?.rows;
  return rows?.find((row) => row.id === id);
}
