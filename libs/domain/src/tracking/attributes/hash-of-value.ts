/**
 * 53 bits that a text comes to (cyrb53, in the public domain). It spreads values evenly and is no secret: who looks for
 * collisions finds them, and spoils the attributes of one visitor.
 */
export const hashOfValue = (text: string): number => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2_654_435_761);
    low = Math.imul(low ^ unit, 1_597_334_677);
  }
  const mixedHigh = mix(high, low);
  const mixedLow = mix(low, mixedHigh);
  return 4_294_967_296 * (0x1fffff & mixedLow) + (mixedHigh >>> 0);
};

const mix = (a: number, b: number): number =>
  Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
