"""Write the f16 GGUF as a Hugging Face folder (config, tokenizer, safetensors) for engines that read those, such as vLLM.

    python to_safetensors.py ../pocket-f16.gguf OUT

Needs gguf-py, numpy, safetensors, tokenizers.
"""
import json
import pathlib
import sys

import gguf
import numpy as np
from safetensors.numpy import save_file
from tokenizers import AddedToken, Tokenizer, decoders, pre_tokenizers
from tokenizers.models import BPE

NAMES = {
    "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm", "attn_q": "self_attn.q_proj", "attn_k": "self_attn.k_proj",
    "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj", "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj",
}
# These are answers' markup, so a decoder must not skip them as it skips special tokens.
VISIBLE = ("<think>", "</think>", "<tool_call>", "</tool_call>", "<tool_response>", "</tool_response>")


def tensor_name(name):
    if name == "token_embd.weight":
        return "model.embed_tokens.weight"
    if name == "output_norm.weight":
        return "model.norm.weight"
    _, layer, part, _ = name.split(".")
    return f"model.layers.{layer}.{NAMES[part]}.weight"


def halves(w, heads):
    """llama.cpp's `llama` rotates neighboring elements of a head, Hugging Face's the two halves."""
    return w.reshape(heads, w.shape[0] // heads // 2, 2, w.shape[1]).swapaxes(1, 2).reshape(w.shape)


def write_tokenizer(reader, out):
    field = lambda name: reader.fields[name].contents()
    tokens, kinds = field("tokenizer.ggml.tokens"), field("tokenizer.ggml.token_type")
    merges = [tuple(m.split(" ")) for m in field("tokenizer.ggml.merges")]
    t = Tokenizer(BPE(vocab={token: i for i, token in enumerate(tokens)}, merges=merges))
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=True)
    t.decoder = decoders.ByteLevel()
    control = [token for token, kind in zip(tokens, kinds) if kind == gguf.TokenType.CONTROL and token not in VISIBLE]
    t.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in control])
    t.add_tokens([AddedToken(token, special=False, normalized=False) for token in VISIBLE])
    t.save(str(out / "tokenizer.json"))
    bos, eos = tokens[field("tokenizer.ggml.bos_token_id")], tokens[field("tokenizer.ggml.eos_token_id")]
    # llama.cpp adds the first token itself; here the template does.
    template = "{{- bos_token -}}\n" + field("tokenizer.chat_template")
    write_json(out / "tokenizer_config.json", {
        "tokenizer_class": "PreTrainedTokenizerFast", "bos_token": bos, "eos_token": eos, "pad_token": bos,
        "model_max_length": field("llama.context_length"), "clean_up_tokenization_spaces": False, "chat_template": template,
    })


def write_json(path, value):
    path.write_text(json.dumps(value, indent=2) + "\n")


def main(source, target):
    reader, out = gguf.GGUFReader(source), pathlib.Path(target)
    out.mkdir(parents=True, exist_ok=True)
    field = lambda name: reader.fields[name].contents()
    heads = {"attn_q": field("llama.attention.head_count"), "attn_k": field("llama.attention.head_count_kv")}
    tensors = {}
    for t in reader.tensors:
        w = np.array(t.data)
        part = t.name.split(".")[2] if t.name.startswith("blk.") else ""
        tensors[tensor_name(t.name)] = np.ascontiguousarray((halves(w, heads[part]) if part in heads else w).astype(np.float16))
    save_file(tensors, str(out / "model.safetensors"), metadata={"format": "pt"})
    theta = field("llama.rope.freq_base")
    write_json(out / "config.json", {
        "architectures": ["LlamaForCausalLM"], "model_type": "llama", "hidden_act": "silu", "hidden_size": field("llama.embedding_length"),
        "intermediate_size": field("llama.feed_forward_length"), "num_hidden_layers": field("llama.block_count"),
        "num_attention_heads": heads["attn_q"], "num_key_value_heads": heads["attn_k"], "head_dim": field("llama.attention.key_length"),
        "vocab_size": len(field("tokenizer.ggml.tokens")), "max_position_embeddings": field("llama.context_length"),
        "rms_norm_eps": field("llama.attention.layer_norm_rms_epsilon"), "rope_theta": theta,
        "rope_parameters": {"rope_type": "default", "rope_theta": theta}, "tie_word_embeddings": True, "attention_bias": False, "mlp_bias": False,
        "bos_token_id": field("tokenizer.ggml.bos_token_id"), "eos_token_id": field("tokenizer.ggml.eos_token_id"), "torch_dtype": "float16",
    })
    write_tokenizer(reader, out)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
