import type { Query } from "@tanstack/react-query";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { CallFailure } from "../../api/call-failure.ts";
import { queryClient } from "./query-client.ts";

/** Asked again, these would be answered the same. */
const FINAL: readonly Failure["code"][] = ["invalid_input", "usage", "not_found", "not_supported", "not_allowed"];

/** Whether this failure is the latest answer to a question, and another answer may come. */
export function isFailedQuestion(failure: Pick<Failure, "message">): boolean {
  return queryClient.getQueryCache().findAll({ predicate: (query) => failureOf(query) === failure }).length > 0;
}

/** Asks again what failed and is still shown: what kept one question from its answer mostly kept others, too. */
export function askFailedAgain(): void {
  void queryClient.refetchQueries({ type: "active", predicate: (query) => failureOf(query) !== null });
}

function failureOf({ state: { error } }: Query): Failure | null {
  return error instanceof CallFailure && !FINAL.includes(error.failure.code) ? error.failure : null;
}
