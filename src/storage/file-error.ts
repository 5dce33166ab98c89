import { LoopengineError, messageOf, systemCode } from '../core/errors.ts'

const WAYS_OUT: Record<string, string> = {
  ENOSPC: 'The disk is full: free some space and run the command again.',
  EDQUOT: 'The disk quota is used up: free some space and run the command again.',
  EACCES: 'This user may not write there: change the permissions or run as the owner.',
  EPERM: 'The system forbids it for this user: change the permissions or run as the owner.',
  EROFS: 'The file system is mounted read-only.',
  EIO: 'The disk reported a fault: check the device before you try again.',
  EMFILE: 'Too many files are open: close some programs or raise the limit.',
  ENOTDIR: 'A part of the path is a file where a folder is needed.',
  EISDIR: 'There is a folder where a file is needed.',
}

const REASONS: Record<string, string> = {
  ENOSPC: 'no space left on the disk',
  EDQUOT: 'disk quota exceeded',
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'read-only file system',
  EIO: 'input/output error',
}

/** A failed file operation as an error for people: the file, what was tried, the reason, the way out. */
export function fileError(error: unknown, action: 'read' | 'write' | 'remove' | 'lock', file: string): LoopengineError {
  const code = systemCode(error) ?? 'UNKNOWN'
  const reason = REASONS[code] ?? messageOf(error)
  const hint = WAYS_OUT[code]
  const options = { file, cause: error, ...(hint === undefined ? {} : { hint }) }
  return new LoopengineError('file_failed', `Could not ${action} ${file}: ${reason} (${code}).`, options)
}
