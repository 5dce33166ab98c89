export { type AblFile, type CheckedFile, type CheckOptions, checkAbl, parseAbl } from './read.ts'
