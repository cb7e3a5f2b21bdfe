import type { FirmProfile } from "#shared/contract/clients/firm.ts";
import type { CalendarDate } from "#shared/kernel/calendar-date.ts";
import type { English } from "#shared/language/english.ts";
import type { Period } from "#shared/model/books/period.ts";
import type { LedgerSystem } from "#shared/model/books/source-ref.ts";
import type { CloseTemplate } from "#shared/model/close/close.ts";
import type { PackSigner } from "#shared/model/close/pack.ts";
import type { GroupReport } from "#shared/model/consolidation/consolidation.ts";
import type { Discovery } from "#shared/model/ledger/capabilities.ts";

export interface PackGroup {
  readonly name: string;
  readonly reports: readonly GroupReport[];
  readonly problem: string | null;
}

/** What a pack is made of besides the client's own file: what was asked for, and what only the core knows. */
export interface PackOrder {
  readonly clientId: string;
  readonly system: LedgerSystem;
  readonly tenantId: string;
  readonly clientName: string;
  /** The ledger for people, for example `Ledger A`. */
  readonly ledger: string;
  readonly discovery: Discovery;
  readonly period: { readonly id: string; readonly label: string; readonly start: CalendarDate; readonly end: CalendarDate } & Pick<
    Period,
    "ownedBy" | "status"
  >;
  /** Every ordinary period, ascending. */
  readonly periods: readonly Pick<Period, "start" | "end">[];
  /** The checklist that the period is closed with; null where there is none. */
  readonly template: CloseTemplate | null;
  /** Where it is written; null: below the data folder. */
  readonly folder: string | null;
  readonly reason: string | null;
  readonly appVersion: string;
  /** What it says is in this English. In another, it's another version. */
  readonly english: English;
  /** Printed on the cover. */
  readonly firm: FirmProfile;
  /** How the people of the firm are printed, by the name that is noted beside their acts. */
  readonly people: readonly { readonly name: string; readonly fullName: string | null; readonly title: string | null }[];
  /** Who will sign it; null where no key can be used. It isn't part of what the pack says, so another signer makes no new version. */
  readonly signer: PackSigner | null;
  /** The statements of every group that the client is in, or why one can't be consolidated. */
  readonly groups: readonly PackGroup[];
}

/** Has a text signed by the pack's signer. @returns 64 bytes in base64 */
export type Sign = (text: string) => Promise<string>;
