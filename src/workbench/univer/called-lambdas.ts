import type { Injector } from "@univerjs/core";
import {
  AstTreeBuilder,
  DEFAULT_TOKEN_LAMBDA_FUNCTION_NAME as lambdaToken,
  DEFAULT_TOKEN_LET_FUNCTION_NAME as letToken,
  DEFAULT_TOKEN_TYPE_LAMBDA_PARAMETER as argumentsToken,
  DEFAULT_TOKEN_TYPE_PARAMETER as parameterToken,
  DEFAULT_TOKEN_TYPE_ROOT as rootToken,
  LexerNode,
} from "@univerjs/engine-formula";

/** A piece of a parsed formula. The pieces of a parameter stand in postfix order. */
type Piece = LexerNode | string;

/** What stands for a name of LET or LAMBDA, by the name in capitals. */
type Scope = ReadonlyMap<string, NameMeaning>;

interface NameMeaning {
  readonly pieces: readonly Piece[];
  readonly lambda?: Lambda;
}

interface Lambda {
  readonly parameters: readonly string[];
  readonly body: LexerNode;
  /** Where it is defined. */
  readonly scope: Scope;
}

/** Pieces of a rewritten formula: more than the longest formula has. A LAMBDA that calls itself has no end. */
const mostPieces = 20_000;

/** As in a file that may be opened: functions that call LAMBDA for each cell, within each other, would calculate for hours. */
const deepestLambda = 2;

/** Why a formula has an error instead of a result. */
class NotRewritten extends Error {
  readonly code: "#NAME?" | "#VALUE!";

  constructor(code: "#NAME?" | "#VALUE!" = "#NAME?") {
    super(code);
    this.code = code;
  }
}

/**
 * The engine passes a LAMBDA that LET has named, but does not call it by its name: `=LET(f,LAMBDA(x,x+1),f(A1))` is
 * `#NAME?`. It also stops at a name that is given twice. Before a formula is parsed, this puts the body of the LAMBDA in
 * the place of such calls, and gives each variable a name of its own. A function that is called twice with the same
 * arguments in this way is called once, as both calls have the same cell.
 */
export const enableCalledLambdas = (injector: Injector): void => {
  const builder = injector.get(AstTreeBuilder);
  const parse = builder.parse.bind(builder);
  builder.parse = (formula) => parse(rewriteNode(formula));
};

const rewriteNode = (formula: LexerNode): LexerNode => {
  if (!hasVariables(formula)) return formula;
  try {
    const rewritten = new Rewriting().node(formula, new Map());
    rewritten.setDefinedNames(formula.getDefinedNames());
    return rewritten;
  } catch (error) {
    if (!(error instanceof NotRewritten)) throw error;
    const failed = new LexerNode();
    failed.setChildren([error.code]);
    return failed;
  }
};

const hasVariables = (piece: Piece): boolean =>
  typeof piece !== "string" &&
  ([letToken, lambdaToken].includes(pieceToken(piece)) || piece.getChildren().some(hasVariables));

class Rewriting {
  #pieces = 0;
  #variables = 0;
  #depth = 0;
  #calls = 0;

  node(node: LexerNode, scope: Scope): LexerNode {
    const token = pieceToken(node);
    if (token === letToken) return this.#let(node, scope);
    if (token === lambdaToken) return this.#lambda(node, scope);
    return this.#make(node.getToken(), this.#children(node, scope));
  }

  #let(node: LexerNode, outer: Scope): LexerNode {
    const scope = new Map(outer);
    const children = node.getChildren();
    const rewritten: Piece[] = [];
    for (let index = 0; index + 1 < children.length; index += 2) {
      const name = nameIn(children[index]);
      const value = parameterNode(children[index + 1]);
      const lambda = lambdaIn(value, new Map(scope));
      const copy = this.node(value, scope);
      const variable = this.#variable(name);
      scope.set(name, { pieces: [variable], ...(lambda !== undefined && { lambda }) });
      rewritten.push(this.#make(parameterToken, [variable]), copy);
    }
    return this.#make(node.getToken(), [...rewritten, this.node(parameterNode(children.at(-1)), scope)]);
  }

  #lambda(node: LexerNode, outer: Scope): LexerNode {
    if (this.#calls > 0 && this.#depth === deepestLambda) throw new NotRewritten();
    const { given: argumentNode, parameters, body } = lambdaParts(node);
    const variables = parameters.map((name) => [name, this.#variable(name)] as const);
    const scope: Scope = new Map<string, NameMeaning>([
      ...outer,
      ...variables.map(([name, one]) => [name, { pieces: [one] }] as const),
    ]);
    // What a LAMBDA is called with does not see its parameters.
    const first = argumentNode === undefined ? [] : [this.node(argumentNode, outer)];
    this.#depth += 1;
    const last = this.node(body, scope);
    this.#depth -= 1;
    const parameterNodes = variables.map(([, variable]) => this.#make(parameterToken, [variable]));
    return this.#make(node.getToken(), [...first, ...parameterNodes, last]);
  }

  #children(node: LexerNode, scope: Scope): readonly Piece[] {
    return node.getChildren().flatMap((piece) => {
      if (typeof piece === "string") return this.#text(piece, scope, node);
      const lambda = scope.get(pieceToken(piece))?.lambda ?? calledIn(piece, scope);
      if (lambda !== undefined) return this.#call(lambda, callArguments(piece), scope, node);
      return [this.node(piece, scope)];
    });
  }

  /** A name is replaced by what stands for it. */
  #text(text: string, scope: Scope, parent: LexerNode): readonly Piece[] {
    const token = pieceToken(text);
    const plain = scope.get(token);
    if (plain !== undefined)
      return this.#within(
        parent,
        plain.pieces.map((one) => this.#copy(one)),
      );
    const negated = scope.get(token.replace(/^-/, ""));
    if (negated !== undefined)
      return this.#within(parent, [...negated.pieces.map((one) => this.#copy(one)), "-1", "*"]);
    if (scope.has(token.replace(/^\W+/, ""))) throw new NotRewritten();
    return [text];
  }

  #call(lambda: Lambda, callPieces: readonly Piece[], scope: Scope, parent: LexerNode): readonly Piece[] {
    if (callPieces.length !== lambda.parameters.length) throw new NotRewritten("#VALUE!");
    const values = callPieces.map((one) => this.node(parameterNode(one), scope).getChildren());
    if (values.some((pieces) => pieces.length === 0)) throw new NotRewritten();
    const bindings = lambda.parameters.map((name, index) => [name, { pieces: values[index] ?? [] }] as const);
    this.#calls += 1;
    const body = this.node(lambda.body, new Map<string, NameMeaning>([...lambda.scope, ...bindings]));
    this.#calls -= 1;
    return this.#within(parent, body.getChildren());
  }

  /** Several pieces are one value in a parameter only. */
  #within(parent: LexerNode, pieces: readonly Piece[]): readonly Piece[] {
    if (pieces.length === 1 || [parameterToken, rootToken].includes(parent.getToken())) return pieces;
    return [this.#make(parameterToken, pieces)];
  }

  #copy(piece: Piece): Piece {
    if (typeof piece === "string") return piece;
    return this.#make(
      piece.getToken(),
      piece.getChildren().map((child) => this.#copy(child)),
    );
  }

  #make(token: string, children: readonly Piece[]): LexerNode {
    this.#pieces += 1 + children.length;
    if (this.#pieces > mostPieces) throw new NotRewritten();
    const node = new LexerNode();
    node.setToken(token);
    node.setChildren([...children]);
    for (const child of children) if (typeof child !== "string") child.setParent(node);
    return node;
  }

  #variable(name: string): string {
    this.#variables += 1;
    return `${name}_${this.#variables}`;
  }
}

const pieceToken = (piece: Piece): string =>
  (typeof piece === "string" ? piece : piece.getToken()).trim().toUpperCase();

const isNode = (piece: Piece | undefined, token: string): piece is LexerNode =>
  piece !== undefined && typeof piece !== "string" && piece.getToken() === token;

const parameterNode = (piece: Piece | undefined): LexerNode => {
  if (!isNode(piece, parameterToken)) throw new NotRewritten();
  return piece;
};

/** The name that a parameter of LET or LAMBDA consists of. */
const nameIn = (piece: Piece | undefined): string => {
  const [name] = parameterNode(piece).getChildren();
  if (typeof name !== "string") throw new NotRewritten();
  return pieceToken(name);
};

interface LambdaParts {
  /** What a LAMBDA is called with where it stands. */
  readonly given: LexerNode | undefined;
  readonly parameters: readonly string[];
  readonly body: LexerNode;
}

const lambdaParts = (lambda: LexerNode): LambdaParts => {
  const [first, ...rest] = lambda.getChildren();
  const argumentNode = isNode(first, argumentsToken) ? first : undefined;
  const parts = argumentNode === undefined ? lambda.getChildren() : rest;
  return { given: argumentNode, parameters: parts.slice(0, -1).map(nameIn), body: parameterNode(parts.at(-1)) };
};

/** The lambda that a value of LET is; undefined for any other value. */
const lambdaIn = (value: LexerNode, scope: Scope): Lambda | undefined => {
  const [lambda, ...others] = value.getChildren();
  if (lambda === undefined || typeof lambda === "string" || others.length > 0 || pieceToken(lambda) !== lambdaToken)
    return undefined;
  const { given, parameters, body } = lambdaParts(lambda);
  return given === undefined ? { parameters, body, scope } : undefined;
};

/** The lambda that is called where it stands, if it may read variables around it: the engine would not find them. */
const calledIn = (piece: LexerNode, scope: Scope): Lambda | undefined => {
  if (pieceToken(piece) !== lambdaToken || scope.size === 0) return undefined;
  const { given, parameters, body } = lambdaParts(piece);
  return given === undefined ? undefined : { parameters, body, scope };
};

const callArguments = (call: LexerNode): readonly Piece[] =>
  pieceToken(call) === lambdaToken ? (lambdaParts(call).given?.getChildren() ?? []) : call.getChildren();
