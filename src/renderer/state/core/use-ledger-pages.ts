import { useInfiniteQuery } from "@tanstack/react-query";
import type { OperationInput } from "#main/operations/collection.ts";
import type { LedgerDetail } from "#shared/model/reports/statement.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";

const PAGE = 200;

/** An account's ledger, page after page as far as it was asked for. */
export function useLedgerPages(question: Omit<OperationInput<"reports.ledgerDetail">, "after" | "limit">) {
  return useInfiniteQuery<LedgerDetail, CallFailure, LedgerDetail[], readonly unknown[], string | null>({
    queryKey: ["reports.ledgerDetail", question],
    queryFn: ({ pageParam }) =>
      call("reports.ledgerDetail", { ...question, limit: PAGE, ...(pageParam === null ? {} : { after: pageParam }) }),
    initialPageParam: null,
    getNextPageParam: ({ next }) => next,
    select: ({ pages }) => pages,
  });
}
