import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { readNamedFile, whyNotWritten } from "#main/files/named-file.ts";
import { type OperationName, operations } from "#main/operations/collection.ts";
import type { CommandForm, OptionForm } from "#main/operations/command-form.ts";
import type { Operation } from "#main/operations/operation.ts";
import { fail, ok, type Result } from "#shared/kernel/result.ts";
import { t } from "#shared/language/t.ts";
import type { Failure } from "#shared/model/ledger/failure.ts";
import { kebab, refused, underOption } from "./ask.ts";
import { type Command, EXIT, type ExitStatus, type OptionValues } from "./command.ts";

/** The largest that any field takes; its schema may take less. */
const FILE_BYTES_MAX = 50 * 1024 * 1024;

/** What a JSON schema says about one field. */
interface FieldSchema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
}

/** One input field as the command line takes it. */
interface Field extends OptionForm {
  readonly name: string;
  readonly option: string;
  readonly kind: "text" | "number" | "flag" | "list";
  /** The words that it takes; empty where it takes any text. */
  readonly words: readonly unknown[];
  readonly required: boolean;
  readonly help: string;
}

type AnyForm = CommandForm<Readonly<Record<string, unknown>>, unknown>;

/** The verbs of all declared operations: options and help come from their input schemas. */
export function derivedCommands(): Command[] {
  return operations.flatMap((operation: Operation) =>
    operation.command === null ? [] : [derive(operation, operation.command as unknown as AnyForm)],
  );
}

function derive(operation: Operation, form: AnyForm): Command {
  const [noun, verb] = form.verb.split(" ") as [string, string];
  let read: ReturnType<typeof optionsOf> | undefined;
  const options = () => {
    read ??= optionsOf(operation, form);
    return read;
  };
  return {
    ...{ noun, verb, summary: operation.summary, asks: [operation.name as OperationName] },
    // Only the verb that was asked for needs its schema read: a start has hundreds of them.
    get options() {
      return options().kinds;
    },
    get help() {
      return options().help;
    },
    get required() {
      return options().required;
    },
    get places() {
      return options().places;
    },
    ...(form.sends === true ? { sends: true } : {}),
    run: async (run): Promise<ExitStatus> => {
      const { fields } = options();
      const input = readInput(fields, run.options);
      const named = (failure: Failure) => withOption(operation, fields, run.options, failure);
      if (!input.ok) return refused(run, named(input.failure));
      const reply = await run.door.route(operation.name, input.value, { signal: run.signal });
      if (!reply.ok) return refused(run, named(reply.failure));
      if (form.file !== undefined) {
        const written = writeNew(form.file(reply.value), run.options.out);
        if (!written.ok) return refused(run, written.failure);
        run.output.progress(`Saved as ${written.value}.`);
      }
      print(run.output, form, reply.value, input.value);
      const failure = form.failure?.(reply.value) ?? null;
      if (failure === null) return EXIT.done;
      run.output.failure(failure);
      return EXIT.partly;
    },
  };
}

/** What a verb takes, as `Command` names it. */
function optionsOf(operation: Operation, form: AnyForm) {
  const fields = fieldsOf(operation, form);
  const places = (form.places ?? []).map((name) => fields.find((field) => field.name === name)?.option ?? name);
  const options = fields.filter(({ option }) => !places.includes(option));
  return {
    fields,
    places,
    kinds: Object.fromEntries([
      ...options.map(({ option, kind }) => [option, kind === "number" ? "text" : kind]),
      ...(form.file === undefined ? [] : [["out", "text"]]),
    ]) as Command["options"],
    help: Object.fromEntries([
      ...fields.map(({ option, help }) => [option, help]),
      ...(form.file === undefined ? [] : [["out", "File to write; by default a new file in the current folder"]]),
    ]) as NonNullable<Command["help"]>,
    required: options.filter(({ required }) => required).map(({ option }) => option),
  };
}

function fieldsOf(operation: Operation, form: AnyForm): Field[] {
  const schema = z.toJSONSchema(operation.input, { io: "input", unrepresentable: "any" }) as {
    readonly properties?: Readonly<Record<string, FieldSchema>>;
    readonly required?: readonly string[];
  };
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const given = form.options?.[name];
    if (given === null) return [];
    const own: OptionForm = typeof given === "string" ? { option: given } : (given ?? {});
    const plain = property.anyOf?.find(({ type }) => type !== "null") ?? property;
    const words = plain.enum ?? plain.items?.enum ?? [];
    return {
      ...own,
      name,
      option: own.option ?? kebab(name.replace(/^clientId$/, "client")),
      // A flag can only say yes; one that is read from text can say no, too.
      kind: own.read !== undefined && plain.type === "boolean" ? "text" : kindOf(plain),
      required: schema.required?.includes(name) ?? false,
      words,
      // An option that names a variable is told for every verb alike.
      help: own.env === true ? "" : withChoices(t(property.description ?? plain.description ?? ""), words),
    };
  });
}

/** A field's description, followed by its choices unless it names them all. */
function withChoices(about: string, words: readonly unknown[]): string {
  const named = new Set(about.split(/[^\w-]+/));
  if (words.every((word) => named.has(String(word)))) return about;
  return about === "" ? words.join(", ") : `${about}: ${words.join(", ")}`;
}

function kindOf({ type }: FieldSchema): Field["kind"] {
  if (type === "boolean") return "flag";
  if (type === "array") return "list";
  return type === "integer" || type === "number" ? "number" : "text";
}

function readInput(fields: readonly Field[], options: OptionValues): Result<Readonly<Record<string, unknown>>, Failure> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const value = options[field.option];
    if (value === undefined) continue;
    const read = readField(field, value);
    if (!read.ok) return read;
    input[field.name] = read.value;
  }
  return ok(input);
}

function readField({ kind, file, env, read, option, words }: Field, value: string | boolean | readonly string[]): Result<unknown, Failure> {
  if (typeof value !== "string") return ok(value);
  if (env === true) return variableValue(value, option);
  if (file === "name") return ok(basename(value));
  if (file !== undefined) return fileValue(value, file, option);
  if (read !== undefined) return read(value);
  if (words.length > 0 && !words.includes(value))
    return fail({ code: "invalid_input", message: `--${option} must be one of ${words.join(", ")}.`, field: option });
  // What is no number stays text, so that the schema refuses it with the field's name.
  return ok(kind === "number" && /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value);
}

function variableValue(variable: string, field: string): Result<string, Failure> {
  const value = process.env[variable];
  if (value !== undefined && value !== "") return ok(value);
  const message = `The environment variable ${variable} isn't set or is empty.`;
  return fail({ code: "usage", message, field, next: "Set it and run the command again." });
}

function fileValue(path: string, encoding: "base64" | "text", field: string): Result<string, Failure> {
  const bytes = readNamedFile(path, field, FILE_BYTES_MAX);
  return bytes.ok ? ok(bytes.value.toString(encoding === "text" ? "utf8" : encoding)) : bytes;
}

/** Writes a file in an answer where none is yet. @returns its path */
function writeNew({ name, content }: { readonly name: string; readonly content: string }, out: unknown): Result<string, Failure> {
  const path = typeof out === "string" ? out : name;
  try {
    writeFileSync(path, Buffer.from(content, "base64"), { flag: "wx" });
    return ok(path);
  } catch (error) {
    return fail({
      code: "invalid_input",
      field: "out",
      message: `${path} can't be written: ${whyNotWritten(error)}.`,
      next: "Name another file with --out.",
    });
  }
}

/** The failure with the option in place of the field. */
function withOption(operation: Operation, fields: readonly Field[], options: OptionValues, failure: Failure): Failure {
  const name = failure.field?.split(".")[0];
  const field = fields.find((one) => one.name === name);
  if (field === undefined) return failure;
  const { env, option } = field;
  const isMissing = env === true && options[option] === undefined;
  const next = isMissing ? { next: `Use --${option} to name the environment variable that holds it.` } : {};
  return { ...underOption(operation, failure, option), ...next, field: option };
}

function print(
  output: Parameters<Command["run"]>[0]["output"],
  { table, lines }: AnyForm,
  value: unknown,
  input: Readonly<Record<string, unknown>>,
): void {
  if (table === undefined || (output.json && table.whole === true)) {
    output.result(value, lines?.(value, input) ?? JSON.stringify(value, null, 2).split("\n"));
    return;
  }
  const rows = table.rows(value);
  const before = output.json ? [] : (table.before?.(value, input) ?? []);
  if (before.length > 0) output.result(value, before);
  output.rows(rows, table.columns);
  output.endRows(rows.length);
  for (const line of [table.after?.(value) ?? []].flat()) output.progress(line);
}
