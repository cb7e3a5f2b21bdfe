import {
  keepPreviousData,
  type QueryClient,
  type UseMutationResult,
  type UseQueryResult,
  useMutation,
  useQuery,
} from "@tanstack/react-query";
import type { OperationInput, OperationName, OperationOutput } from "#main/operations/collection.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import { call } from "../../api/client.ts";

/** Asks the core and keeps the answer until news says that it moved. */
export function useCoreQuery<M extends OperationName>(
  method: M,
  input: OperationInput<M>,
  options: { readonly enabled?: boolean; readonly keepPrevious?: boolean } = {},
): UseQueryResult<OperationOutput<M>, CallFailure> {
  return useQuery<OperationOutput<M>, CallFailure>({
    queryKey: [method, input],
    queryFn: () => call(method, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  });
}

/**
 * Asks the core before what shows the answer is drawn. A failure is not kept: what shows it asks again.
 * @returns when there is an answer of either kind
 */
export function askAhead<M extends OperationName>(client: QueryClient, method: M, input: OperationInput<M>): Promise<void> {
  return client.prefetchQuery({ queryKey: [method, input], queryFn: () => call(method, input) });
}

/** A command of the core, with its pending state and its failure. */
export function useCoreCommand<M extends OperationName>(method: M): UseMutationResult<OperationOutput<M>, CallFailure, OperationInput<M>> {
  return useMutation<OperationOutput<M>, CallFailure, OperationInput<M>>({ mutationFn: (input) => call(method, input) });
}
