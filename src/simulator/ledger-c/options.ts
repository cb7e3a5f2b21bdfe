import type { SimLimits } from "../types.ts";

/** How the simulated ledger and the role of its one user are set up. */
export interface LedgerCOptions {
  /** Path segment of the query service (default `query_language`). */
  readonly querySegment?: string;
  /** Address that links in answers begin with, without `/services/rest`. */
  readonly baseUrl?: string;
  /** False: the role may not read custom segment metadata by query. */
  readonly customsegmentVisible?: boolean;
  /** True: the role may read the governance limits. */
  readonly admin?: boolean;
  /** Status of a throttled answer (the vendor is seen with both). */
  readonly throttleStatus?: 429 | 400;
  /** Rows that one query may page through (default 100,000). */
  readonly rowCeiling?: number;
  readonly secondaryBook?: boolean;
  /** A script refuses bills with this memo or of this vendor. */
  readonly rejectMemo?: string;
  readonly rejectVendorId?: string;
  /** A script that changes what is saved and lets the write succeed. */
  readonly script?: LedgerCScript;
  readonly limits?: Partial<SimLimits>;
}

export interface LedgerCScript {
  /** Lines of the first amount are saved with the second. */
  readonly restates?: readonly [sent: string, saved: string];
  /** What is applied is accepted and forgotten. */
  readonly dropsApplications?: boolean;
}

/** The options with every default filled in. */
export type LedgerCSettings = Required<Omit<LedgerCOptions, "rejectMemo" | "rejectVendorId" | "limits">> & {
  readonly rejectMemo: string | null;
  readonly rejectVendorId: string | null;
};

/** Fills in the defaults. */
export function settingsOf(options: LedgerCOptions, tenantId: string): LedgerCSettings {
  return {
    querySegment: options.querySegment ?? "query_language",
    baseUrl: options.baseUrl ?? `https://${tenantId.toLowerCase().replaceAll("_", "-")}.ledger-c.invalid`,
    customsegmentVisible: options.customsegmentVisible ?? true,
    admin: options.admin ?? false,
    throttleStatus: options.throttleStatus ?? 429,
    rowCeiling: options.rowCeiling ?? 100_000,
    secondaryBook: options.secondaryBook ?? false,
    script: options.script ?? {},
    rejectMemo: options.rejectMemo ?? null,
    rejectVendorId: options.rejectVendorId ?? null,
  };
}
