import type { FluxStatus } from "#shared/model/reports/flux.ts";
import { Chip } from "../../ui/controls/chip.tsx";
import { STATUS_WORDS } from "./flux-labels.ts";

/** How far a row's review is. */
export function StatusChip({ status }: { readonly status: FluxStatus }) {
  const { word, tone, means } = STATUS_WORDS[status];
  return <Chip tone={tone} word={word} title={means} />;
}
