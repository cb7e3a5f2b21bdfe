import type { z } from "zod";
import type { PersonRole } from "../model/person.ts";

/** The least role that may ask for it; a function where that depends on what is asked. */
export type Allowed<I extends z.ZodType> = PersonRole | ((input: z.output<I>) => PersonRole);

/** A question: changes nothing, may be asked again at any time. Everyone may look. */
export interface QueryDefinition<I extends z.ZodType, O extends z.ZodType> {
  readonly kind: "query";
  readonly input: I;
  readonly output: O;
  readonly allowed: "viewer";
}

/** An act: may change something. */
export interface CommandDefinition<I extends z.ZodType, O extends z.ZodType> {
  readonly kind: "command";
  readonly input: I;
  readonly output: O;
  readonly allowed: Allowed<I>;
}

/** News that the core publishes. */
export interface TopicDefinition<P extends z.ZodType> {
  readonly kind: "topic";
  readonly payload: P;
}

export function query<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): QueryDefinition<I, O> {
  return { kind: "query", input, output, allowed: "viewer" };
}

/** @param allowed the least role; a preparer's work unless the declaration says otherwise */
export function command<I extends z.ZodType, O extends z.ZodType>(
  input: I,
  output: O,
  allowed: Allowed<I> = "preparer",
): CommandDefinition<I, O> {
  return { kind: "command", input, output, allowed };
}

export function topic<P extends z.ZodType>(payload: P): TopicDefinition<P> {
  return { kind: "topic", payload };
}
