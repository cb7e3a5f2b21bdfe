import { useInfiniteQuery } from "@tanstack/react-query";
import type { OperationInput, OperationOutput } from "#main/operations/collection.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";

const PAGE = 100;
/** The most rows that the core hands over at once. */
const MOST = 500;
type Page = OperationOutput<"activity.list">;

/** The record of a client, page after page as far as it was asked for. */
export function useActivity(question: Omit<OperationInput<"activity.list">, "after" | "limit">) {
  return useInfiniteQuery<Page, CallFailure, Page[], readonly unknown[], string | null>({
    queryKey: ["activity.list", question],
    queryFn: ({ pageParam }) => call("activity.list", { ...question, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
  });
}

/** The whole record, newest first, for a file: the pages that weren't scrolled to as well. */
export async function wholeActivity(question: Omit<OperationInput<"activity.list">, "after" | "limit">): Promise<Page["rows"]> {
  const rows: Page["rows"] = [];
  for (let after: string | null = ""; after !== null; ) {
    const page: Page = await call("activity.list", { ...question, limit: MOST, ...(after === "" ? {} : { after }) });
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}
