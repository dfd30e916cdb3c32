"""The config file: a TOML file of a few sections, every key with a default.

The dataclasses of `_schema` and `Limits`, with their docstrings, describe every key once.
Reading, refusing and showing all follow from them.
"""

from parlour.config._read import ConfigError, default_path, load, read, with_options
from parlour.config._schema import (
    Config,
    LogConfig,
    PluginConfig,
    ServerConfig,
    TlsConfig,
    WebConfig,
)
from parlour.config._show import show

__all__ = [
    "Config",
    "ConfigError",
    "LogConfig",
    "PluginConfig",
    "ServerConfig",
    "TlsConfig",
    "WebConfig",
    "default_path",
    "load",
    "read",
    "show",
    "with_options",
]
