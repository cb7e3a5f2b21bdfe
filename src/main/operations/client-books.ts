import type { FiscalYearEnd } from "#main/domain/periods/fiscal-year.ts";
import type { SumsSetting } from "#main/store/accounts/account-sums.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { Discovery, Organisation, SourceCapabilities } from "#shared/model/ledger/capabilities.ts";

/** Which ledger a client's mirror belongs to: enough to open it for reading. */
export interface ClientSource {
  readonly clientId: string;
  readonly system: LedgerSystem;
  readonly tenantId: string;
}

/** A client's mirror, and what was discovered of its ledger. */
export interface DiscoveredClient {
  readonly source: ClientSource;
  readonly discovery: Discovery;
}

/** What is known about a client's books without opening its file. */
export interface ClientBooks {
  readonly books: SumsSetting;
  readonly yearEnd: FiscalYearEnd;
  /** The ledger's own facts: name, currencies, legal entities. */
  readonly organisation: Organisation;
  /** What the connection can do, as discovered. */
  readonly capabilities: Omit<SourceCapabilities, "dimensions">;
  /** Names of tax codes on lines that the ledger keeps no record of. */
  readonly unlistedTaxCodes: Readonly<Record<string, string>>;
}
