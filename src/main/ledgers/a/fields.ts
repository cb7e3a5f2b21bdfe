import { z } from "zod";
import { type DecimalString, readDecimal } from "#shared/kernel/decimal.ts";

/** Text that may be absent: missing, null and empty all read as undefined. */
export const text = z
  .string()
  .nullish()
  .transform((sent) => (sent === null || sent === "" ? undefined : sent));

/** Text that must be there. */
export const requiredText = z.string().min(1);

/** A numeral that may be absent. Exact parsing hands it over as text; quoted numerals look the same. */
export const amount = z
  .string()
  .nullish()
  .transform((sent, issues): DecimalString | undefined => {
    if (sent === undefined || sent === null || sent === "") return undefined;
    const value = readDecimal(sent);
    if (value !== null) return value;
    issues.addIssue({ code: "custom", message: `not a number: ${sent.slice(0, 40)}` });
    return z.NEVER;
  });

/** A numeral that must be there. */
export const requiredAmount = z.string().transform((sent, issues): DecimalString => {
  const value = readDecimal(sent);
  if (value !== null) return value;
  issues.addIssue({ code: "custom", message: `not a number: ${sent.slice(0, 40)}` });
  return z.NEVER;
});

/** A flag; some answers quote it. */
export const flag = z
  .union([z.boolean(), z.enum(["true", "false"])])
  .nullish()
  .transform((sent) => (typeof sent === "string" ? sent === "true" : (sent ?? undefined)));

/** A list that may be absent or null; then it is empty. */
export function list<Element extends z.ZodType>(element: Element) {
  return z
    .array(element)
    .nullish()
    .transform((sent) => sent ?? []);
}

/** An object that may be absent or null. */
export function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullish().transform((sent) => sent ?? undefined);
}
