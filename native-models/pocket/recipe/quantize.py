"""Write the q8_0 file of an f16 GGUF, as llama-quantize does, with gguf-py: the same tensors in the same order, bit for bit.

    python quantize.py ../pocket-f16.gguf pocket-q8_0.gguf
"""
import os
import re
import sys

import numpy as np

if os.environ.get("GGUF_PY"):
    sys.path.insert(0, os.environ["GGUF_PY"])
import gguf

Q8 = gguf.GGMLQuantizationType.Q8_0


def order(t):
    """llama-quantize sorts tensors by layer, then by name; those without a layer come first."""
    layer = re.match(r"blk\.(\d+)\.", t.name)
    return int(layer[1]) if layer else -1, t.name


def main(source, target):
    r = gguf.GGUFReader(source)
    w = gguf.GGUFWriter(target, "llama")
    for name, field in r.fields.items():
        if name.startswith("GGUF.") or name in ("general.architecture", "general.file_type"):
            continue
        kind, sub = field.types[0], field.types[-1] if field.types[0] == gguf.GGUFValueType.ARRAY else None
        w.add_key_value(name, field.contents(), kind, sub_type=sub)
    w.add_quantization_version(2)
    w.add_file_type(gguf.LlamaFileType.MOSTLY_Q8_0)
    for t in sorted(r.tensors, key=order):
        data = np.array(t.data, dtype=np.float32)
        if data.ndim == 2:
            w.add_tensor(t.name, gguf.quants.quantize(data, Q8), raw_dtype=Q8)
        else:
            w.add_tensor(t.name, data)
    w.write_header_to_file()
    w.write_kv_data_to_file()
    w.write_tensors_to_file()
    w.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
