import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { endProcesses, guardian, identifyProcess, isRunning, type ProcessIdentity } from '@countinghouse/servers';
import { SERVICES, secretVariable } from './system-process.ts';

/** Another launcher is at work on the same data folder. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse';
}

/** The names of the servers that we bring; everything else needs them and ends before them. */
export const SERVERS: readonly string[] = ['nats', 'mongo'];

function isServer(name: string): boolean {
  return SERVERS.includes(name);
}

/** The servers of one start. */
export interface ServerUrls {
  readonly natsUrl: string;
  readonly mongoUrl: string;
}

/** What is kept across starts, readable by its owner alone. */
interface Secrets {
  /** `SECRET_<SERVICE>` for each service. */
  readonly variables: Readonly<Record<string, string>>;
  /** The first administrator's generated password, until it was shown. */
  readonly unshownPassword?: string;
  /** Whether a start has seen an administrator. */
  readonly administratorExists: boolean;
}

/** The folder that `DATA_DIR` names: secrets, logs, the data of our servers, and who runs on it at present. */
export class DataFolder {
  readonly path: string;
  readonly #processes = new Map<string, ProcessIdentity>();

  private constructor(path: string) {
    this.path = path;
  }

  /**
   * Takes the folder for this process; creates it when absent.
   * @throws DataFolderInUse
   */
  static take(dataDir: string): DataFolder {
    const path = resolve(dataDir);
    // A new folder is its owner's alone: it holds the databases, and our logs.
    mkdirSync(join(path, 'logs'), { recursive: true, mode: 0o700 });
    const folder = new DataFolder(path);
    folder.#lock();
    // It is there before the first process that it has to watch.
    guardian();
    // What a dead launcher wrote down here would be taken for ours.
    rmSync(join(path, 'urls.json'), { force: true });
    return folder;
  }

  #lock(): void {
    const file = join(this.path, 'launcher.json');
    const own = identifyProcess(process.pid);
    for (;;) {
      try {
        writeFileSync(file, JSON.stringify(own), { flag: 'wx' });
        return;
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      }
      const holder = readJson<ProcessIdentity>(file);
      if (holder !== undefined && isRunning(holder)) {
        throw new DataFolderInUse(
          `${this.path} is in use by process ${holder.pid}; stop that, or set another DATA_DIR`,
        );
      }
      rmSync(file, { force: true });
    }
  }

  /** Gives the folder back; nothing of ours runs on it any more. */
  release(): void {
    rmSync(join(this.path, 'urls.json'), { force: true });
    rmSync(join(this.path, 'processes.json'), { force: true });
    rmSync(join(this.path, 'launcher.json'), { force: true });
  }

  /** Ends what a launcher that was killed together with its guardian has left running, servers last. Answers how many processes there were. */
  async endLeftovers(): Promise<number> {
    const left = readJson<Record<string, ProcessIdentity>>(join(this.path, 'processes.json')) ?? {};
    const entries = Object.entries(left);
    const services = entries.filter(([name]) => !isServer(name)).map(([, identity]) => identity);
    const servers = entries.filter(([name]) => isServer(name)).map(([, identity]) => identity);
    const ended = [...(await endProcesses(services, 10_000)), ...(await endProcesses(servers, 10_000))];
    return ended.length;
  }

  /** Writes down where the servers of the present start are. */
  recordUrls(urls: ServerUrls): void {
    this.#writeFile('urls.json', urls);
  }

  /** Where the servers are on which a running launcher works; undefined when none runs, or has no servers yet. */
  static urlsInUse(dataDir: string): ServerUrls | undefined {
    const path = resolve(dataDir);
    const holder = readJson<ProcessIdentity>(join(path, 'launcher.json'));
    if (holder === undefined || !isRunning(holder)) return undefined;
    return readJson<ServerUrls>(join(path, 'urls.json'));
  }

  /** Writes down that this process runs now under this name; it ends with us, also when we are killed. */
  recordProcess(name: string, identity: ProcessIdentity): void {
    guardian().watch(identity, isServer(name) ? 'last' : 'first');
    this.#processes.set(name, identity);
    this.#writeFile('processes.json', Object.fromEntries(this.#processes));
  }

  /** The secrets of the internal tokens; made at the first call ever. */
  secretVariables(): Readonly<Record<string, string>> {
    return this.#secrets().variables;
  }

  /** The first administrator's generated password while nobody has seen it; a new one where none is kept. */
  passwordToShow(): string {
    const secrets = this.#secrets();
    const unshownPassword = secrets.unshownPassword ?? randomBytes(12).toString('base64url');
    this.#writeFile('secrets.json', { ...secrets, unshownPassword });
    return unshownPassword;
  }

  /** Notes that there is an administrator, and forgets the generated password: it was shown or is not in use. */
  noteAdministrator(): void {
    this.#writeFile('secrets.json', { variables: this.secretVariables(), administratorExists: true });
  }

  get administratorExists(): boolean {
    return this.#secrets().administratorExists;
  }

  #secrets(): Secrets {
    const kept = readJson<Secrets>(join(this.path, 'secrets.json'));
    if (kept !== undefined) return kept;
    const variables = SERVICES.map((name) => [secretVariable(name), randomBytes(32).toString('base64url')]);
    const made: Secrets = { variables: Object.fromEntries(variables), administratorExists: false };
    this.#writeFile('secrets.json', made);
    return made;
  }

  #writeFile(name: string, content: unknown): void {
    const path = join(this.path, name);
    writeFileSync(`${path}.new`, JSON.stringify(content, null, 2), { mode: 0o600 });
    chmodSync(`${path}.new`, 0o600);
    renameSync(`${path}.new`, path);
  }
}

function readJson<Content>(path: string): Content | undefined {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
  try {
    return JSON.parse(text) as Content;
  } catch (cause) {
    throw new Error(`${path} is not valid JSON; remove it if nothing runs on this folder`, { cause });
  }
}
