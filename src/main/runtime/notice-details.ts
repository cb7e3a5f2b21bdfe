import type { OpenExceptions } from "#main/store/exceptions/open-exceptions.ts";
import type { JobBody } from "#main/writeback/job.ts";
import { absoluteDecimal, isZero } from "#shared/kernel/decimal.ts";

type Varying = OpenExceptions["closedVariances"][number];

const SAID = 3;

/** Which checks differ, and by how much: the first of them. */
export function varianceDetail(varying: readonly Varying[]): string {
  const said = varying.slice(0, SAID).map((one) => {
    const name = sentenceCase(one.check);
    if (one.difference !== null && !isZero(one.difference))
      return `${name} by ${absoluteDecimal(one.difference)}${one.currency === null ? "" : ` ${one.currency}`}`;
    return one.lines === 1 ? `${name} in 1 line` : `${name} in ${one.lines} lines`;
  });
  const left = varying.length - said.length;
  return `${said.join("; ")}${left === 0 ? "" : `; and ${left} more`}.`;
}

/** `back_dated_document` as a person reads it: how often, and what. */
export function findingTitle({ code, count, message }: OpenExceptions["findings"][number]): string {
  return count === 1 ? message : `${sentenceCase(code)}: ${count} times`;
}

/** What was to be written, and why it was not. */
export function jobDetail({ body }: { readonly body: string }): string {
  const { title, failure } = JSON.parse(body) as JobBody;
  return failure === null ? title : `${title}: ${failure.message}`;
}

/** What the ledger posted otherwise than it was meant; null when everything reads back as intended. */
export function differenceDetail({ body }: { readonly body: string }): string | null {
  const { title, items } = JSON.parse(body) as JobBody;
  const differences = items.flatMap(({ postedDifferently }) => postedDifferently ?? []);
  if (differences.length === 0) return null;
  const said = differences
    .slice(0, SAID)
    .map(({ field, intended, posted }) => `${field} is ${posted || "empty"} instead of ${intended || "empty"}`);
  const left = differences.length - said.length;
  return `${title}: ${said.join("; ")}${left === 0 ? "" : `; and ${left} more`}.`;
}

function sentenceCase(code: string): string {
  const words = code.replaceAll("_", " ");
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
