import { type PointerEvent, useRef } from "react";
import type { Box, Point } from "./box.ts";
import type { CoveringEvent } from "./covering.ts";
import { placed } from "./placed.ts";

type Props = {
	box: Box;
	index: number;
	count: number;
	chosen: boolean;
	/** Where in the picture a pointer is. */
	pointIn(event: { clientX: number; clientY: number }): Point;
	dispatch(event: CoveringEvent): void;
};

let strokes = 0;

/** One cover over a picture: drag it to move it, or drag its lower right corner to resize it. */
export function CoverBox({ box, index, count, chosen, pointIn, dispatch }: Props) {
	const drag = useRef<{ last: Point; type: "moved" | "resized"; stroke: string } | null>(null);
	const onDown = (event: PointerEvent<HTMLElement>) => {
		if (event.button !== 0) return;
		// Otherwise the picture behind it would start a new cover.
		event.stopPropagation();
		event.currentTarget.setPointerCapture(event.pointerId);
		strokes += 1;
		const isCorner = event.target instanceof Element && event.target.closest("[data-corner]") !== null;
		drag.current = { last: pointIn(event), type: isCorner ? "resized" : "moved", stroke: String(strokes) };
		dispatch({ type: "chosen", index });
	};
	const onMove = (event: PointerEvent<HTMLElement>) => {
		if (!drag.current) return;
		event.stopPropagation();
		const at = pointIn(event);
		const { last, type, stroke } = drag.current;
		drag.current.last = at;
		dispatch({ type, by: { x: at.x - last.x, y: at.y - last.y }, stroke });
	};
	const onEnd = (event: PointerEvent<HTMLElement>) => {
		event.stopPropagation();
		drag.current = null;
	};
	return (
		<button
			type="button"
			data-cover={index}
			aria-label={`Cover ${index + 1} of ${count}`}
			aria-describedby="how-to-cover"
			aria-pressed={chosen}
			style={placed(box)}
			onFocus={() => dispatch({ type: "chosen", index })}
			onPointerDown={onDown}
			onPointerMove={onMove}
			onPointerUp={onEnd}
			onPointerCancel={onEnd}
			className="absolute cursor-move touch-none bg-[#000] outline-2 outline-[#fff] aria-pressed:z-1 aria-pressed:shadow-[0_0_0_4px_var(--accent)]"
		>
			{chosen && (
				<span
					data-corner=""
					aria-hidden="true"
					className="-end-[22px] -bottom-[22px] absolute grid size-[44px] cursor-nwse-resize place-items-center"
				>
					<span className="size-4 rounded-full border-2 border-[#fff] bg-accent" />
				</span>
			)}
		</button>
	);
}
