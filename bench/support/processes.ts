import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { NodeProcess } from '../../test/support/node-process.ts';

/** Pins a process and its threads to some cores; on one core, peers have equal resources. */
export function pin(pid: number, ...cores: readonly number[]): void {
  execFileSync('taskset', ['-a', '-c', '-p', cores.join(), String(pid)], { stdio: 'ignore' });
}

/** Gives a process and its threads only idle processor time. */
export function makeIdle(pid: number): void {
  const args = ['--idle', '--all-tasks', '--pid', '0', String(pid)];
  execFileSync('chrt', args, { stdio: 'ignore' });
}

export function childrenOf(pid: number): number[] {
  const text = execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return text.trim().split('\n').map(Number);
}

/** The edge processes of a node. */
export const edgePids = (node: NodeProcess): number[] => childrenOf(node.child.pid ?? 0);

/** The gateway process of a node. */
export function gatewayPid(node: NodeProcess): number {
  const args = ['-P', String(node.child.pid), '-f', 'gateway-main'];
  return Number(execFileSync('pgrep', args, { encoding: 'utf8' }));
}

/** Resident memory in bytes. */
export function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Processor time in seconds, of all threads. */
export function processorTimeOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) / TICKS_PER_SECOND;
}

/** Steal time in seconds: how long the cores of this virtual machine waited for a physical core. */
export function stolenTime(): number {
  const [, , , , , , , , stolen] = readFileSync('/proc/stat', 'utf8').split(/\s+/, 9);
  return Number(stolen) / TICKS_PER_SECOND;
}

/** A constant of Linux in all figures for user space. */
const TICKS_PER_SECOND = 100;
