import { useInfiniteQuery } from "@tanstack/react-query";
import type { OperationInput, OperationOutput } from "#main/operations/collection.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";

const PAGE = 100;
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
