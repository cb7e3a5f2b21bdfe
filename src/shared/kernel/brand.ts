declare const brand: unique symbol;

/** A nominal type: two strings that must not be mixed get two brands. */
export type Brand<T, Name extends string> = T & { readonly [brand]: Name };
