type Point = { x: number; y: number };

/** The shortest line that can be a name, in CSS pixels. */
const LEAST_PX = 60;

const lengthOf = (points: readonly Point[]): number =>
	points.reduce((sum, { x, y }, index) => {
		const before = points[index - 1];
		return before ? sum + Math.hypot(x - before.x, y - before.y) : 0;
	}, 0);

/** Whether strokes can be a signature: a dot or an accidental touch is not. */
export const isSignature = (strokes: readonly { points: readonly Point[] }[]): boolean =>
	strokes.reduce((sum, { points }) => sum + lengthOf(points), 0) >= LEAST_PX;
