import type { LimitsView } from "#shared/contract/connections/connections.ts";
import { limitWords } from "../../format/labels/limit-labels.ts";
import { t } from "../../language/t.ts";

type LimitRow = LimitsView["values"][number];

/** The text typed for each limit that a connection can override; empty means no limit. */
export type LimitDraft = Readonly<Record<string, string>>;

export interface ReadDraft {
  /** The connection's own limits; one that equals the verified number is none. */
  readonly own: Readonly<Record<string, number | null>>;
  /** By the name of the limit: what is wrong with what was typed. */
  readonly problems: Readonly<Record<string, string>>;
  /** Names of limits beyond the verified numbers: with them the ledger may throttle the tenant. */
  readonly beyond: readonly string[];
}

/** The draft that stands for the limits as they are. */
export function draftOf(values: readonly LimitRow[]): LimitDraft {
  return Object.fromEntries(editable(values).map(({ name, value }) => [name, typed(name, value)]));
}

/** Reads what was typed. */
export function readDraft(values: readonly LimitRow[], draft: LimitDraft): ReadDraft {
  const own: Record<string, number | null> = {};
  const problems: Record<string, string> = {};
  const beyond: string[] = [];
  for (const { name, inFile } of editable(values)) {
    const value = readValue(name, draft[name] ?? "");
    if (typeof value === "string") {
      problems[name] = value;
      continue;
    }
    if (value === inFile) continue;
    own[name] = value;
    if (isBeyond(name, value, inFile)) beyond.push(name);
  }
  return { own, problems, beyond };
}

function editable(values: readonly LimitRow[]): readonly LimitRow[] {
  return values.filter(({ name }) => limitWords(name).own !== undefined);
}

/** The value, or words of what is wrong with the text. */
function readValue(name: string, text: string): number | null | string {
  const { own, unit } = limitWords(name);
  const trimmed = text.trim();
  if (trimmed === "") return own === "none" ? null : t("Enter a number.");
  if (!/^\d{1,9}$/.test(trimmed) || Number(trimmed) === 0) return t("Enter a whole number greater than zero.");
  return unit === "ms" ? Number(trimmed) * 1000 : Number(trimmed);
}

/** As the core judges it: a shorter window lets more calls through, so there smaller is beyond. */
function isBeyond(name: string, value: number | null, verified: number | null): boolean {
  if (verified === null) return false;
  if (name === "windowMs") return value !== null && value < verified;
  return value === null || value > verified;
}

function typed(name: string, value: number | null): string {
  if (value === null) return "";
  return String(limitWords(name).unit === "ms" ? value / 1000 : value);
}
