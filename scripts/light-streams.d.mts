import type { Plugin } from 'esbuild'

export declare const lightStreams: Plugin
