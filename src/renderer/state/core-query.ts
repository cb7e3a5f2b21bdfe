import { keepPreviousData, type UseMutationResult, type UseQueryResult, useMutation, useQuery } from "@tanstack/react-query";
import type { MethodInput, MethodName, MethodOutput } from "#shared/contract/index.ts";
import type { CallFailure } from "../api/call-failure.ts";
import { call } from "../api/client.ts";

/** Asks the core and keeps the answer until news says that it moved. */
export function useCoreQuery<M extends MethodName>(
  method: M,
  input: MethodInput<M>,
  options: { readonly enabled?: boolean; readonly keepPrevious?: boolean } = {},
): UseQueryResult<MethodOutput<M>, CallFailure> {
  return useQuery<MethodOutput<M>, CallFailure>({
    queryKey: [method, input],
    queryFn: () => call(method, input),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious ? { placeholderData: keepPreviousData as never } : {}),
  });
}

/** A command of the core, with its pending state and its failure. */
export function useCoreCommand<M extends MethodName>(method: M): UseMutationResult<MethodOutput<M>, CallFailure, MethodInput<M>> {
  return useMutation<MethodOutput<M>, CallFailure, MethodInput<M>>({ mutationFn: (input) => call(method, input) });
}
