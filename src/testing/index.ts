// `loopengine/testing`: for users' own test files. Knows no test runner.

export { recordModel } from '../models/recording/record-model.ts'
export { type ReplayedModel, replayModel } from '../models/recording/replay-model.ts'
export { type ScriptedCall, type ScriptedModel, type ScriptedStep, scriptedModel } from '../models/scripted.ts'
export { answers, type GivenAnswers } from './answers.ts'
export { type TestAgent, type TestAgentOptions, type TestTurn, testAgent } from './test-agent.ts'
