import { message, t } from "#shared/language/t.ts";
import type { KeyRatio } from "../reports/statement-layout.ts";

const LABELS: Readonly<Record<KeyRatio["code"], string>> = {
  gross_margin: "Gross margin",
  net_margin: "Net margin",
  current_ratio: "Current ratio",
  quick_ratio: "Quick ratio",
  days_receivable: message("Days receivable"),
  days_payable: message("Days payable"),
  runway: "Runway",
};

/** The name of a ratio in files and on the command line. */
export function ratioLabel(code: KeyRatio["code"]): string {
  return t(LABELS[code]);
}

/** A ratio as people read it: 42.1%, 1.85, 31 days, 7.5 months. */
export function ratioValue({ unit }: Pick<KeyRatio, "unit">, value: string | null): string {
  if (value === null) return "n/a";
  if (unit === "percent") return `${value}%`;
  return unit === "times" ? value : `${value} ${value === "1" ? unit.slice(0, -1) : unit}`;
}
