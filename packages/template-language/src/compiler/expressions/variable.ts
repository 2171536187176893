import type { Arguments, CodeWriter, Expression } from '../../parser/ast.ts';
import { noArguments } from '../../parser/ast.ts';
import { anyCode, asAny, type Code, quote } from '../code.ts';

/** One step of a path: a fixed name or one that is computed, with arguments if it was called. */
export interface PathNode {
  readonly name: string | Expression;
  readonly args?: Arguments;
}

/** True for names that templates may not touch (templates.md 3.3). */
export function isPrivate(name: string): boolean {
  return name.startsWith('_') || name.startsWith('.');
}

/** Text methods that change the variable they are called on. */
const changingMethods: ReadonlySet<string> = new Set(['trim', 'collapse']);

/** Fields of `loop` that are numbers in every kind of loop. */
const numberFields: ReadonlySet<string> = new Set(['index', 'count', 'number', 'first', 'odd', 'even']);

/** `a.b(c).$d`: reads, assigns or refers to what the path names. */
export class Variable implements Expression {
  readonly nodes: readonly PathNode[];

  constructor(nodes: readonly PathNode[]) {
    this.nodes = nodes;
  }

  /** The name of the variable that the path starts at; undefined where it is computed. */
  get rootName(): string | undefined {
    const name = this.nodes[0]?.name;
    return typeof name === 'string' ? name : undefined;
  }

  /** True for a single fixed name: assigning it evaluates nothing but the value. */
  get isPlainRoot(): boolean {
    return this.nodes.length === 1 && this.rootName !== undefined;
  }

  /** True where reading the path stores a changed text. */
  get changesItself(): boolean {
    return this.nodes.some(({ name }, index) => index > 0 && typeof name === 'string' && changingMethods.has(name));
  }

  emit(writer: CodeWriter): Code {
    return this.#loopField(writer) ?? anyCode(this.#path(writer));
  }

  /** `loop.last` and its kin, where the loop is one of the same function. */
  #loopField(writer: CodeWriter): Code | undefined {
    const [root, field, ...more] = this.nodes;
    if (root?.name !== 'loop' || root.args !== undefined || more.length > 0) return undefined;
    if (typeof field?.name !== 'string' || field.args !== undefined || isPrivate(field.name)) return undefined;
    const loop = writer.loopLocal('loop');
    if (loop === undefined) return undefined;
    if (field.name === 'last') return { js: `(${loop}.isLast ? 1 : 0)`, type: 'number' };
    const js = `${loop}.field(${quote(field.name)})`;
    return { js, type: numberFields.has(field.name) ? 'number' : 'any' };
  }

  #path(writer: CodeWriter): string {
    let js = '';
    this.nodes.forEach((node, index) => {
      if (index === 0) js = this.#root(writer, node);
      else if (typeof node.name === 'string' && changingMethods.has(node.name)) {
        js = this.#changingCall(writer, js, node, new Variable(this.nodes.slice(0, index)));
      } else js = this.#member(writer, js, node);
    });
    return js;
  }

  #root(writer: CodeWriter, node: PathNode): string {
    const { name, args } = node;
    if (typeof name !== 'string') {
      const read = this.nodes.length === 1 ? 'variableNamed(rt, ' : 'rt.rootByKey(';
      return writer.settled(
        `${read}${writer.scope}, ${writer.value(name)}, ${writer.argumentList(args ?? noArguments)})`,
      );
    }
    if (isPrivate(name)) return 'undefined';
    if (args === undefined) return this.#variable(writer, name);
    return writer.settled(`rt.root(${writer.scope}, ${quote(name)}, ${writer.argumentList(args)})`);
  }

  #variable(writer: CodeWriter, name: string): string {
    const read = writer.settled(`${writer.rootAccessor(name)}(rt, ${writer.scope})`);
    const local = name === 'loop' ? undefined : writer.loopLocal(name);
    if (local !== undefined) return `(typeof ${local} === 'function' ? ${read} : ${local})`;
    const { bindings, innermostLoop, mode } = writer;
    const isWorthIt = bindings.isReadInSeveralPlaces(name) || innermostLoop !== undefined;
    return mode === 'sync' && isWorthIt && bindings.isConstant(name) ? writer.remembered(name) : read;
  }

  #member(writer: CodeWriter, owner: string, node: PathNode): string {
    const { name, args } = node;
    if (typeof name !== 'string') {
      return writer.settled(
        `rt.memberByKey(${owner}, ${writer.value(name)}, ${writer.argumentList(args ?? noArguments)})`,
      );
    }
    if (isPrivate(name)) return `(${owner}, undefined)`;
    if (args === undefined) return writer.settled(`${writer.memberAccessor(name)}(rt, ${owner})`);
    return writer.settled(`rt.member(${owner}, ${quote(name)}, ${called(writer, args)})`);
  }

  /** `x.trim` gives the trimmed text and stores it in x (templates.md 3.6). */
  #changingCall(writer: CodeWriter, read: string, node: PathNode, prefix: Variable): string {
    const owner = writer.local();
    const result = writer.local();
    const call = `${result} = ${this.#member(writer, owner, node)}`;
    const store = `(typeof ${owner} === 'string' && ${prefix.emitAssignment(writer, result)})`;
    return `(${owner} = ${read}, ${call}, ${store}, ${result})`;
  }

  /** JavaScript that assigns the value of the JavaScript expression `value`. */
  emitAssignment(writer: CodeWriter, value: string): string {
    const last = this.nodes[this.nodes.length - 1];
    if (last === undefined) throw new Error('a path has at least one step');
    if (this.nodes.length === 1) return this.#assignRoot(writer, last, value);
    let owner = '';
    this.nodes.slice(0, -1).forEach((node, index) => {
      const args = writer.argumentList(node.args ?? noArguments);
      const key = keyOf(writer, node);
      owner = writer.settled(
        index === 0 ? `rt.vivifyRoot(${writer.scope}, ${key}, ${args})` : `rt.vivify(${owner}, ${key}, ${args})`,
      );
    });
    return writer.settled(`rt.assign(${owner}, ${keyOf(writer, last)}, ${value})`);
  }

  #assignRoot(writer: CodeWriter, node: PathNode, value: string): string {
    if (typeof node.name !== 'string') {
      return writer.settled(`assignNamed(rt, ${writer.scope}, ${keyOf(writer, node)}, ${value})`);
    }
    if (isPrivate(node.name)) return value;
    return `(${writer.scope}.own[${quote(node.name)}] = ${value})`;
  }

  /** JavaScript of a value that evaluates the path when it is called. */
  emitReference(writer: CodeWriter): string {
    const nodes = this.nodes.map((node) => {
      const args = writer.argumentList(node.args ?? noArguments);
      return `{ key: ${keyOf(writer, node)}, args: ${args} }`;
    });
    return `reference(rt, ${writer.scope}, [${nodes.join(', ')}])`;
  }
}

function keyOf(writer: CodeWriter, node: PathNode): string {
  return typeof node.name === 'string' ? quote(node.name) : asAny({ js: writer.value(node.name), type: 'value' });
}

/** Arguments of a member; empty parentheses are told apart from none, for host objects. */
function called(writer: CodeWriter, args: Arguments): string {
  return args.positional.length === 0 && args.named.length === 0 ? 'emptyArgs' : writer.argumentList(args);
}
