import { Socket } from 'node:net';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i;

const allowed = new Set<string>();
let installed = false;

/**
 * From now on the process opens connections to loopback and to the named hosts only; any other fails before a name is looked up.
 * Hosts of several calls add up. It stays for good: what a library starts in the background may call home at any time.
 */
export function guardNetwork(hosts: readonly string[]): void {
  for (const host of hosts) allowed.add(host.toLowerCase());
  if (installed) return;
  installed = true;
  const connect = Socket.prototype.connect;
  const guarded = function (this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    if (host !== null && !LOOPBACK.test(host) && !allowed.has(host.toLowerCase())) {
      const error = new Error(`connection to ${host} refused: no part of this run names that host`);
      process.nextTick(() => this.destroy(error));
      return this;
    }
    return Reflect.apply(connect, this, args) as Socket;
  };
  Socket.prototype.connect = guarded as typeof connect;
}

/** Host of a call to `connect`, in each of its forms; null for a pipe or a path, which stay on the machine. */
function hostOf(args: readonly unknown[]): string | null {
  const [first, second] = args;
  // Inside Node the arguments arrive normalised, as one list.
  if (Array.isArray(first)) return hostOf(first);
  if (typeof first === 'object' && first !== null) {
    if ('path' in first && typeof first.path === 'string') return null;
    return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
  }
  if (typeof first === 'string' && Number.isNaN(Number(first))) return null;
  return typeof second === 'string' ? second : 'localhost';
}
