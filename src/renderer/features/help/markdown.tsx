import type { Token, Tokens } from "marked";
import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import { addressOf, pictureOf } from "./guide.ts";
import { Picture } from "./picture.tsx";

/** The guide's Markdown as elements, because the page's policy forbids writing HTML as text. */
export function Markdown({ tokens }: { readonly tokens: readonly Token[] }) {
  return blocks(tokens);
}

/** Passed as arguments, children need no keys: a page never reorders them. */
function blocks(tokens: readonly Token[]): ReactElement {
  return createElement(Fragment, null, ...tokens.map(block));
}

function block(token: Token): ReactNode {
  switch (token.type) {
    case "heading":
      return createElement(`h${token.depth}`, null, inline(token.tokens));
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "list":
      return createElement(
        token.ordered ? "ol" : "ul",
        null,
        ...(token as Tokens.List).items.map((item) => createElement("li", null, blocks(item.tokens))),
      );
    case "code":
      return (
        <pre>
          <code>{token.text}</code>
        </pre>
      );
    case "table":
      return <Table token={token as Tokens.Table} />;
    case "space":
      return null;
    default:
      return inline("tokens" in token && token.tokens !== undefined ? token.tokens : [token]);
  }
}

function Table({ token: { header, rows } }: { readonly token: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {header.map((cell) => (
            <th key={cell.text} scope="col">
              {inline(cell.tokens)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.map(({ text }) => text).join("|")}>
            {row.map((cell) => (
              <td key={cell.text}>{inline(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inline(tokens: readonly Token[] = []): ReactElement {
  return createElement(Fragment, null, ...tokens.map(span));
}

function span(token: Token): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inline(token.tokens)}</strong>;
    case "em":
      return <em>{inline(token.tokens)}</em>;
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "link": {
      const address = addressOf(token.href);
      // What isn't part of the guide is a file of the project: its name says where to look.
      return address === null ? <span>{inline(token.tokens)}</span> : <a href={address}>{inline(token.tokens)}</a>;
    }
    case "image": {
      const picture = pictureOf(token.href);
      return picture === null ? token.text : <Picture source={picture} words={token.text} />;
    }
    case "text":
      return token.tokens === undefined ? token.text : inline(token.tokens);
    default:
      return token.raw;
  }
}
