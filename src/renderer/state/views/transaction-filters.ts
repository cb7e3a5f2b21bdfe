import { create } from "zustand";
import type { DocumentFilter } from "#shared/contract/books/documents.ts";

const START: DocumentFilter = { sort: "issueDate", descending: true };

type Filters = Readonly<Record<string, DocumentFilter>>;

const KEY = "tieout.document-filters";

/** The filter of each client's document list; it stays while the window is open, over a reload too. */
export const useDocumentFilters = create<{ readonly byClient: Filters }>(() => ({
  byClient: readFilters(globalThis.sessionStorage?.getItem(KEY) ?? null),
}));
useDocumentFilters.subscribe(({ byClient }) => window.sessionStorage.setItem(KEY, JSON.stringify(byClient)));

/** The filters that this window stored before a reload; the core rejects any that are no longer valid. */
function readFilters(text: string | null): Filters {
  if (text === null) return {};
  try {
    const kept = JSON.parse(text) as unknown;
    return typeof kept === "object" && kept !== null ? (kept as Filters) : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}

export function useDocumentFilter(clientId: string): DocumentFilter {
  return useDocumentFilters((state) => state.byClient[clientId]) ?? START;
}

/** Changes parts of a filter; a part set to undefined no longer filters. */
export function changeDocumentFilter(
  clientId: string,
  change: { readonly [K in keyof DocumentFilter]?: DocumentFilter[K] | undefined },
): void {
  useDocumentFilters.setState(({ byClient }) => {
    const merged = Object.entries({ ...(byClient[clientId] ?? START), ...change }).filter(([, value]) => isSet(value));
    return { byClient: { ...byClient, [clientId]: Object.fromEntries(merged) as DocumentFilter } };
  });
}

/** Takes every filter away and keeps the order. */
export function clearDocumentFilter(clientId: string): void {
  useDocumentFilters.setState(({ byClient }) => {
    const { sort, descending, thenBy } = byClient[clientId] ?? START;
    return {
      byClient: {
        ...byClient,
        [clientId]: {
          ...(sort === undefined ? {} : { sort }),
          ...(descending === undefined ? {} : { descending }),
          ...(thenBy === undefined ? {} : { thenBy }),
        },
      },
    };
  });
}

function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== "";
}
