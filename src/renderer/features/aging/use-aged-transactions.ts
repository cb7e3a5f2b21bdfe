import { useInfiniteQuery } from "@tanstack/react-query";
import type { OperationInput, OperationOutput } from "#main/operations/collection.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";

type Page = OperationOutput<"reports.agingDocuments">;
const PAGE = 200;

/** The documents behind a figure of an aging, page after page as far as they were asked for. */
export function useAgedDocuments(question: Omit<OperationInput<"reports.agingDocuments">, "after" | "limit">) {
  return useInfiniteQuery<Page, CallFailure, Page[], readonly unknown[], string | null>({
    queryKey: ["reports.agingDocuments", question],
    queryFn: ({ pageParam }) =>
      call("reports.agingDocuments", { ...question, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
  });
}
