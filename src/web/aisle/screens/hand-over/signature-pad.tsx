import { type PointerEvent, useEffect, useRef } from "react";
import { imageOf } from "./hand-over-proofs.ts";

const sharp = 2; // pixels of the picture for one of the screen

interface SignaturePadProps {
  /** Picture that was drawn before. */
  readonly image: Blob | null;
  /** After each stroke. */
  readonly onImage: (image: Blob | null) => void;
}

/** Signed with a finger: black on white, whatever light the screen has. */
export function SignaturePad({ image, onImage }: SignaturePadProps) {
  const pad = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  const first = useRef(image);
  useEffect(() => {
    const canvas = pad.current;
    if (!canvas) return;
    canvas.width = canvas.clientWidth * sharp;
    canvas.height = canvas.clientHeight * sharp;
    const context = canvas.getContext("2d");
    if (!context) return;
    context.fillStyle = "white";
    context.fillRect(0, 0, canvas.width, canvas.height);
    if (first.current) void createImageBitmap(first.current).then((drawn) => context.drawImage(drawn, 0, 0));
  }, []);
  const at = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => [offsetX * sharp, offsetY * sharp] as const;
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = pad.current?.getContext("2d");
    if (!context) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    isDrawing.current = true;
    context.lineWidth = 2.5 * sharp;
    context.lineCap = "round";
    context.strokeStyle = "black";
    context.beginPath();
    context.moveTo(...at(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const context = pad.current?.getContext("2d");
    if (!isDrawing.current || !context) return;
    context.lineTo(...at(event));
    context.stroke();
  };
  const end = () => {
    if (!isDrawing.current || !pad.current) return;
    isDrawing.current = false;
    void imageOf(pad.current, "image/png").then(onImage);
  };
  return (
    <canvas
      ref={pad}
      role="img"
      aria-label={image ? "Unterschrift" : "Feld für die Unterschrift, noch leer"}
      className="h-40 w-full touch-none rounded-md border border-field bg-white"
      onPointerDown={begin}
      onPointerMove={draw}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
