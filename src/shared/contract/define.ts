import type { z } from "zod";

/** News that the core publishes. */
export interface TopicDefinition<P extends z.ZodType> {
  readonly kind: "topic";
  readonly payload: P;
}

export function topic<P extends z.ZodType>(payload: P): TopicDefinition<P> {
  return { kind: "topic", payload };
}
