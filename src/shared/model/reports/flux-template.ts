import { z } from "zod";
import { absoluteDecimal, type DecimalString, decimal } from "../../kernel/decimal.ts";
import { groupedDecimal } from "../../kernel/grouped.ts";
import { instantString } from "../books/money.ts";
import { FLUX_COMPARISON_LABELS } from "../labels/status-labels.ts";
import type { FluxComparison } from "./flux.ts";

/** What a template may leave for the row to fill in, each in braces. */
export const FLUX_PLACEHOLDERS = ["account", "direction", "amount", "percent", "comparison"] as const;
type Placeholder = (typeof FLUX_PLACEHOLDERS)[number];

/** An explanation the firm uses again and again; its name is what it is found by, whatever the case. */
export const fluxTemplate = z.object({
  name: z.string().trim().min(1, "enter a name").max(60),
  text: z.string().trim().min(1, "enter some text").max(2000),
});
export type FluxTemplate = z.infer<typeof fluxTemplate>;

/** Who saved it, and when; null for those that Tieout starts with. */
export const savedFluxTemplate = fluxTemplate.extend({ person: z.string().nullable(), at: instantString.nullable() });
export type SavedFluxTemplate = z.infer<typeof savedFluxTemplate>;

/** The row that a template is filled in for. */
export interface TemplateRow {
  readonly label: string;
  readonly account: { readonly code?: string | undefined } | null;
  readonly change: DecimalString | null;
  readonly percent: DecimalString | null;
}

/** A template's text with what it says of one row; braces that name nothing stay as they are. */
export function fillTemplate(text: string, { label, account, change, percent }: TemplateRow, comparison: FluxComparison): string {
  const values: Readonly<Record<Placeholder, string>> = {
    account: account?.code === undefined ? label : `${account.code} ${label}`,
    direction: (change ?? "0").startsWith("-") ? "decreased" : "increased",
    amount: change === null ? "n/a" : groupedDecimal(absoluteDecimal(decimal(change))),
    percent: percent === null ? "n/m" : `${groupedDecimal(absoluteDecimal(decimal(percent)))}%`,
    comparison: FLUX_COMPARISON_LABELS[comparison],
  };
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name as Placeholder] ?? whole);
}
