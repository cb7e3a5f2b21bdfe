import { MutationCache, QueryClient } from "@tanstack/react-query";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { noteFailure } from "../window/notifications.ts";

/** What a form says beside the field, and what a person called off, is no news. */
const NO_NEWS: readonly Failure["code"][] = ["invalid_input", "cancelled"];

function keepFailure(error: unknown): void {
  if (!(error instanceof CallFailure) || NO_NEWS.includes(error.failure.code)) return;
  noteFailure(error.failure, window.location.hash.slice(1) || "/");
}

/**
 * Reads of the core. Nothing grows stale by time: the core says when something moved. A failure is
 * an answer and is not asked for again; the network of the machine plays no part on the way to the core.
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({ onError: keepFailure }),
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});
