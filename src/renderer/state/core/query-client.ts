import { QueryClient } from "@tanstack/react-query";

/**
 * Reads of the core. Nothing grows stale by time: the core says when something moved. A failure is
 * an answer and is not asked for again; the network of the machine plays no part on the way to the core.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: Number.POSITIVE_INFINITY, gcTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false, networkMode: "always" },
    mutations: { retry: false, networkMode: "always" },
  },
});
