/**
 * Which calls run together: consecutive safe ones share a lane, everything else runs alone; the order is kept
 * (loopengine tools page, "Running tools in parallel": ToolLane). Pure.
 */
export function planLanes<Call>(calls: readonly Call[], isSafe: (call: Call) => boolean): Call[][] {
  const lanes: Call[][] = []
  let shared: Call[] | undefined
  for (const call of calls) {
    if (!isSafe(call)) {
      lanes.push([call])
      shared = undefined
    } else if (shared) {
      shared.push(call)
    } else {
      shared = [call]
      lanes.push(shared)
    }
  }
  return lanes
}
