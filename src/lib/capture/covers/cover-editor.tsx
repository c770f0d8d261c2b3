import { type KeyboardEvent, type PointerEvent, useEffect, useReducer, useRef, useState } from "react";
import { counted } from "#contract/format/count.ts";
import { Button } from "#src/ui/button.tsx";
import { type Box, boxBetween, type Point } from "./box.ts";
import { CoverBox } from "./cover-box.tsx";
import { beginCovering, cover } from "./covering.ts";
import { placed } from "./placed.ts";

type Props = {
	/** The original picture. */
	src: string;
	name: string;
	boxes: readonly Box[];
	onDone(boxes: readonly Box[]): void;
	onCancel(): void;
};

/** What a key does to the chosen cover. */
const STEP = 0.01;
const ARROWS: Readonly<Record<string, Point>> = {
	ArrowLeft: { x: -STEP, y: 0 },
	ArrowRight: { x: STEP, y: 0 },
	ArrowUp: { x: 0, y: -STEP },
	ArrowDown: { x: 0, y: STEP },
};

/** Where a cover added with the button starts. */
const MIDDLE: Box = { x: 0.35, y: 0.4, width: 0.3, height: 0.2 };

const pointIn = (area: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
	const { left, top, width, height } = area.getBoundingClientRect();
	return { x: (clientX - left) / width, y: (clientY - top) / height };
};

/** Draws covers over a picture: by dragging, by tapping two opposite corners, or with the keys. */
export function CoverEditor({ src, name, boxes: given, onDone, onCancel }: Props) {
	const [state, dispatch] = useReducer(cover, given, beginCovering);
	/** The box being drawn; after a tap, the first corner until the opposite one is tapped. */
	const [drawing, setDrawing] = useState<{ from: Point; to: Point; tapped: boolean } | null>(null);
	const area = useRef<HTMLDivElement>(null);
	const heading = useRef<HTMLHeadingElement>(null);
	const { boxes, chosen, before } = state;
	useEffect(() => heading.current?.focus(), []);
	useEffect(() => {
		// After a step, the keys keep controlling the cover it changed.
		if (before.length === 0 || chosen === null) return;
		area.current?.querySelector<HTMLElement>(`[data-cover="${chosen}"]`)?.focus({ preventScroll: true });
	}, [before.length, chosen]);

	const onDown = (event: PointerEvent<HTMLDivElement>) => {
		if (event.button !== 0) return;
		event.preventDefault();
		event.currentTarget.setPointerCapture(event.pointerId);
		const at = pointIn(event.currentTarget, event);
		setDrawing((now) => (now?.tapped ? { ...now, to: at } : { from: at, to: at, tapped: false }));
	};
	const onMove = (event: PointerEvent<HTMLDivElement>) => {
		if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
		const at = pointIn(event.currentTarget, event);
		setDrawing((now) => now && { ...now, to: at });
	};
	const onUp = (event: PointerEvent<HTMLDivElement>) => {
		if (!drawing) return;
		const to = pointIn(event.currentTarget, event);
		const box = boxBetween(drawing.from, to);
		if (box) dispatch({ type: "added", box });
		// Too small for a box: it was a tap on the first corner.
		setDrawing(box ? null : { from: to, to, tapped: true });
	};
	const onKeyDown = (event: KeyboardEvent) => {
		const arrow = ARROWS[event.key];
		if (arrow) dispatch({ type: event.shiftKey ? "resized" : "moved", by: arrow, stroke: "keys" });
		else if (event.key === "Delete" || event.key === "Backspace") dispatch({ type: "removed" });
		else if (event.key === "z" && (event.ctrlKey || event.metaKey)) dispatch({ type: "undone" });
		else if (event.key === "Escape" && drawing) setDrawing(null);
		else return;
		event.preventDefault();
	};
	const preview = drawing && boxBetween(drawing.from, drawing.to);
	return (
		// biome-ignore lint/a11y/noStaticElementInteractions: its keys are those of the covers in it.
		<div onKeyDown={onKeyDown} className="frame pt-5 pb-8">
			<h1 ref={heading} tabIndex={-1} className="wrap-anywhere font-semibold text-26 tracking-[-0.01em]">
				Cover parts of <bdi>{name}</bdi>
			</h1>
			<p id="how-to-cover" className="mt-2 max-w-[62ch] text-15 text-quiet">
				Drag over what must not be seen, or tap two opposite corners. The arrow keys move a cover, and with Shift they
				change its size. Once it is saved, nobody can look behind a cover, not even you.
			</p>
			<p role="status" className="my-2 min-h-6 font-medium text-15">
				{drawing?.tapped ? "Now tap the opposite corner." : boxes.length > 0 && counted(boxes.length, "cover")}
			</p>
			<div className="relative mx-auto w-fit select-none">
				<img
					src={src}
					alt={`${name}, to be covered`}
					draggable={false}
					className="block max-h-[60dvh] max-w-full border border-line"
				/>
				<div
					ref={area}
					data-cover-area=""
					onPointerDown={onDown}
					onPointerMove={onMove}
					onPointerUp={onUp}
					onPointerCancel={() => setDrawing(null)}
					className="absolute inset-0 cursor-crosshair touch-none overflow-hidden"
				>
					{boxes.map((box, index) => (
						<CoverBox
							// biome-ignore lint/suspicious/noArrayIndexKey: a cover is its place in the list.
							key={index}
							box={box}
							index={index}
							count={boxes.length}
							chosen={index === chosen}
							pointIn={(event) => (area.current ? pointIn(area.current, event) : { x: 0, y: 0 })}
							dispatch={dispatch}
						/>
					))}
					{preview && <span style={placed(preview)} className="absolute border-2 border-[#fff] bg-[#000]/70" />}
					{drawing && !preview && (
						<span
							style={{ left: `${drawing.from.x * 100}%`, top: `${drawing.from.y * 100}%` }}
							className="-ms-2 -mt-2 absolute size-4 border-2 border-[#fff] bg-[#000]"
						/>
					)}
				</div>
			</div>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button variant="secondary" onClick={() => dispatch({ type: "added", box: MIDDLE })}>
					Add a cover
				</Button>
				<Button variant="secondary" disabled={chosen === null} onClick={() => dispatch({ type: "removed" })}>
					Remove
				</Button>
				<Button variant="secondary" disabled={before.length === 0} onClick={() => dispatch({ type: "undone" })}>
					Undo
				</Button>
				<span className="ms-auto flex gap-3">
					<Button variant="plain" onClick={onCancel}>
						Cancel
					</Button>
					<Button variant="primary" onClick={() => onDone(boxes)}>
						Done
					</Button>
				</span>
			</div>
		</div>
	);
}
