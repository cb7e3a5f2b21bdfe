import type { z } from "zod";

/** A question: changes nothing, may be asked again at any time. */
export interface QueryDefinition<I extends z.ZodType, O extends z.ZodType> {
  readonly kind: "query";
  readonly input: I;
  readonly output: O;
}

/** An act: may change something. */
export interface CommandDefinition<I extends z.ZodType, O extends z.ZodType> {
  readonly kind: "command";
  readonly input: I;
  readonly output: O;
}

/** News that the core publishes. */
export interface TopicDefinition<P extends z.ZodType> {
  readonly kind: "topic";
  readonly payload: P;
}

export function query<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): QueryDefinition<I, O> {
  return { kind: "query", input, output };
}

export function command<I extends z.ZodType, O extends z.ZodType>(input: I, output: O): CommandDefinition<I, O> {
  return { kind: "command", input, output };
}

export function topic<P extends z.ZodType>(payload: P): TopicDefinition<P> {
  return { kind: "topic", payload };
}
