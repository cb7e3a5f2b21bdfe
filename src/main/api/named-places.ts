import { z } from "zod";
import { findOperation } from "#main/operations/collection.ts";
import { places } from "#shared/contract/fields.ts";

/** The files and folders of the person's disk that an input names, as the operation declares its fields; none for an unknown one. */
export function namedPlaces(method: string, input: unknown): readonly string[] {
  const operation = findOperation(method);
  return operation === null ? [] : placesIn(operation.input, input);
}

function placesIn(schema: z.core.$ZodType, value: unknown): string[] {
  if (places.get(schema) !== undefined) return typeof value === "string" ? [value] : [];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return placesIn(schema.def.innerType, value);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => placesIn(option, value));
  if (schema instanceof z.ZodArray) return Array.isArray(value) ? value.flatMap((entry) => placesIn(schema.element, entry)) : [];
  if (!(schema instanceof z.ZodObject) || typeof value !== "object" || value === null) return [];
  const fields = Object.entries(schema.shape as Readonly<Record<string, z.core.$ZodType>>);
  return fields.flatMap(([name, field]) =>
    Object.hasOwn(value, name) ? placesIn(field, (value as Readonly<Record<string, unknown>>)[name]) : [],
  );
}
