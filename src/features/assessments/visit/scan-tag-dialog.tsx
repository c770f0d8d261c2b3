import { useEffect, useRef, useState } from "react";
import { Modal } from "#src/ui/dialogs/modal.tsx";

/** The parts of the Barcode Detection API that we use. TypeScript has no types for it. */
type Detector = { detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]> };
type Window = { BarcodeDetector?: new () => Detector };

const barcodeDetector = () => (window as Window).BarcodeDetector;

/** Whether this browser reads codes by itself. Typing always works. */
export const canScanTags = (): boolean =>
	barcodeDetector() !== undefined && navigator.mediaDevices?.getUserMedia !== undefined;

/** How often the camera's picture is checked, in milliseconds. */
const LOOK_MS = 200;

/** Reads a barcode or a QR code with the camera. */
export function ScanTagDialog({ onTag, onClose }: { onTag(tag: string): void; onClose(): void }) {
	const video = useRef<HTMLVideoElement>(null);
	const [trouble, setTrouble] = useState<string | null>(null);
	const found = useRef(onTag);
	found.current = onTag;
	useEffect(() => {
		const Detector = barcodeDetector();
		if (!Detector) return;
		const detector = new Detector();
		let stream: MediaStream | null = null;
		let over = false;
		let looking = false;
		const look = async () => {
			if (looking || !video.current || video.current.readyState < 2) return;
			looking = true;
			const [code] = await detector.detect(video.current).catch(() => []);
			looking = false;
			const tag = code?.rawValue.trim().slice(0, 100);
			if (tag && !over) {
				over = true;
				found.current(tag);
			}
		};
		const timer = setInterval(() => void look(), LOOK_MS);
		const stop = () => {
			for (const track of stream?.getTracks() ?? []) track.stop();
		};
		navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } }).then(
			(got) => {
				stream = got;
				if (over || !video.current) return stop();
				video.current.srcObject = got;
			},
			() => setTrouble("This page may not use the camera, or there is none. Type the tag instead."),
		);
		return () => {
			over = true;
			clearInterval(timer);
			stop();
		};
	}, []);
	return (
		<Modal title="Scan the code" subtitle="Hold the camera over the label." onClose={onClose}>
			{trouble === null ? (
				<video ref={video} autoPlay playsInline muted className="aspect-square w-full bg-ink object-cover" />
			) : (
				<p role="alert" className="text-15">
					{trouble}
				</p>
			)}
		</Modal>
	);
}
