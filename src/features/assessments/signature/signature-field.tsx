import { useEffect, useRef, useState } from "react";
import type SignaturePad from "signature_pad";
import { Button } from "#src/ui/button.tsx";
import { isSignature } from "./is-signature.ts";

/** Ink on paper in both themes, because the picture is printed. */
const INK = "#14181f";
const PAPER = "#ffffff";

const DOT = "This is too short for a signature. Sign with the whole name.";
const NOTHING = "Sign on the line first, or sign with the typed name.";

/** Draws a name as a signature, as large as fits. */
function drawName(canvas: HTMLCanvasElement, name: string): void {
	const context = canvas.getContext("2d");
	if (!context) return;
	const ratio = devicePixelRatio;
	const [width, height] = [canvas.width / ratio, canvas.height / ratio];
	const font = (size: number) => `italic ${size}px "Source Serif 4", Georgia, serif`;
	context.fillStyle = PAPER;
	context.fillRect(0, 0, width, height);
	context.font = font(48);
	const size = Math.min(48, (48 * (width - 32)) / Math.max(1, context.measureText(name).width));
	context.font = font(size);
	context.fillStyle = INK;
	context.textBaseline = "alphabetic";
	context.fillText(name, 16, height * 0.68);
}

const pngOf = (canvas: HTMLCanvasElement): Promise<ArrayBuffer | null> =>
	new Promise((resolve) => canvas.toBlob((blob) => resolve(blob?.arrayBuffer() ?? null), "image/png"));

type Props = {
	/** The name as typed, used to sign with the keyboard. */
	name: string;
	/** The label of the button that takes the signature. */
	button: string;
	busy: boolean;
	/** Why signing is not possible now; null if it is. */
	refusal: () => string | null;
	/** Gets a PNG. Resolves to whether it was saved; if so, the field is cleared. */
	onSigned(bytes: ArrayBuffer): Promise<boolean>;
};

/** Takes a signature by finger, pen or mouse. With the keyboard, the typed name is drawn as the signature. */
export function SignatureField({ name, button, busy, refusal, onSigned }: Props) {
	const canvas = useRef<HTMLCanvasElement>(null);
	const pad = useRef<SignaturePad | null>(null);
	/** The current way of signing. */
	const [how, setHow] = useState<"empty" | "drawn" | "typed">("empty");
	const [trouble, setTrouble] = useState<string | null>(null);

	useEffect(() => {
		const { current } = canvas;
		if (!current) return;
		let over = false;
		const resize = () => {
			const ratio = devicePixelRatio;
			const [width, height] = [current.offsetWidth * ratio, current.offsetHeight * ratio];
			if (current.width === width && current.height === height) return;
			Object.assign(current, { width, height });
			current.getContext("2d")?.scale(ratio, ratio);
			pad.current?.redraw();
		};
		const sizes = new ResizeObserver(resize);
		const begin = async () => {
			const { default: Pad } = await import("signature_pad");
			if (over) return;
			resize();
			pad.current = new Pad(current, { penColor: INK, backgroundColor: PAPER });
			pad.current.addEventListener("beginStroke", () => {
				setHow("drawn");
				setTrouble(null);
			});
			sizes.observe(current);
		};
		begin().catch(() =>
			setTrouble("Drawing does not work here now. Sign with the typed name, or load this page again."),
		);
		return () => {
			over = true;
			sizes.disconnect();
			pad.current?.off();
			pad.current = null;
		};
	}, []);

	const clear = () => {
		pad.current?.clear();
		setHow("empty");
		setTrouble(null);
	};
	const type = () => {
		if (!canvas.current || name.trim() === "") return setTrouble("Type the name first.");
		pad.current?.clear();
		drawName(canvas.current, name.trim());
		setHow("typed");
		setTrouble(null);
	};
	const take = async () => {
		const why =
			refusal() ??
			(how === "empty" ? NOTHING : how === "drawn" && !isSignature(pad.current?.toData() ?? []) ? DOT : null);
		setTrouble(why);
		if (why !== null || !canvas.current) return;
		const bytes = await pngOf(canvas.current);
		if (bytes && (await onSigned(bytes))) clear();
	};
	return (
		<div>
			<div className="relative">
				<canvas
					ref={canvas}
					aria-label={
						how === "empty" ? "Signature: empty" : how === "typed" ? "Signature: the typed name" : "Signature: drawn"
					}
					role="img"
					data-signature={how}
					className="block h-44 w-full cursor-crosshair touch-none border border-line-strong bg-[#fff]"
				/>
				<span
					aria-hidden="true"
					className="pointer-events-none absolute inset-x-4 bottom-12 border-[#8a8578] border-b"
				/>
			</div>
			<div className="flex flex-wrap gap-x-5">
				<Button variant="plain" dense disabled={busy} onClick={type}>
					Sign with the typed name
				</Button>
				<Button variant="plain" dense disabled={busy || how === "empty"} onClick={clear}>
					Clear
				</Button>
			</div>
			{trouble !== null && (
				<p role="alert" className="mb-2 text-15 text-high">
					{trouble}
				</p>
			)}
			<Button variant="primary" wide disabled={busy} onClick={() => void take()}>
				{busy ? "Saving…" : button}
			</Button>
		</div>
	);
}
